"""The linear algebra extension of the Array API standard."""

from __future__ import annotations

from aikit.functional.aikit.linear_algebra import diagonal, matmul, matrix_transpose, tensordot, vecdot

__all__ = ["diagonal", "matmul", "matrix_transpose", "tensordot", "vecdot"]
