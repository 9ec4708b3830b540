"""Under tf.function results are those of eager calls where not even the numbers of dimensions are known."""

from __future__ import annotations

import functools

from pytest_aikit.checks.trace import applies, run
from pytest_aikit.model import Check

CHECK = Check("trace_rank", "cell", applies, functools.partial(run, "trace_rank"), __doc__, order=153, mixed=False)
