"""The adapter of MLX, whose bool has another name, and which NumPy reads by the buffer protocol."""

from __future__ import annotations

import mlx.core as mx

from pytest_aikit.knowledge import standard

dtypes = {name: getattr(mx, name) for name in standard.DTYPES if hasattr(mx, name)} | {"bool": mx.bool_}
