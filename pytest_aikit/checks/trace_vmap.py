"""Under jax.vmap and torch.func.vmap results are those of one call after the other."""

from __future__ import annotations

import functools

from pytest_aikit.checks.trace import applies, run
from pytest_aikit.model import Check

CHECK = Check("trace_vmap", "cell", applies, functools.partial(run, "trace_vmap"), __doc__, order=151, mixed=False)
