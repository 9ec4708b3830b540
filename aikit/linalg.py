"""The linear algebra extension of the Array API standard."""

from __future__ import annotations

from aikit.functional.aikit.linear_algebra import (
    cross,
    diagonal,
    matmul,
    matrix_transpose,
    outer,
    tensordot,
    trace,
    vecdot,
)

__all__ = ["cross", "diagonal", "matmul", "matrix_transpose", "outer", "tensordot", "trace", "vecdot"]
