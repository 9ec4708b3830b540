"""Under torch.export and tf.function results are those of eager calls where no length of the arguments is known."""

from __future__ import annotations

import functools

from pytest_aikit.checks.trace import applies, run
from pytest_aikit.model import Check

CHECK = Check(
    "trace_lengths", "cell", applies, functools.partial(run, "trace_lengths"), __doc__, order=152, mixed=False
)
