"""Layers of neural networks, of which the standard has none."""

from __future__ import annotations

from typing import Any

from aikit.functional.backends import convolutions
from aikit.functional.rules import convolutions as rules

from ._rules import rule


@rule("conv_general_dilated")
def conv_general_dilated(
    backend: Any, standard: Any, x: Any, filters: Any, strides: Any, padding: Any, /, *, bias: Any, **options: Any
) -> Any:
    one = rules.convolution("conv_general_dilated", x, filters, strides, padding, bias=bias, **options)
    return convolutions.laid_out(backend.namespace, convolutions.convolution, x, filters, one, bias, **options)


@rule("conv_general_transpose")
def conv_general_transpose(
    backend: Any, standard: Any, x: Any, filters: Any, strides: Any, padding: Any, /, *, bias: Any, **options: Any
) -> Any:
    one = rules.transposed("conv_general_transpose", x, filters, strides, padding, bias=bias, **options)
    return convolutions.laid_out(backend.namespace, convolutions.transposed, x, filters, one, bias, **options)
