"""Why a call on a long array may take longer than the framework's own: measured, and said in the backend where it is so."""

from __future__ import annotations

from collections.abc import Mapping

_COPIED = "a copy, as the standard has it; the framework gives the array itself"
_ROUNDED_ONCE = "in double precision, so that each number is rounded once"
_DIVIDED = "by a division, for a product with the reciprocal is rounded twice"
_NO_ROOT = "the framework takes a root, which has other values for -0 and -inf than the power of the standard"
_WHOLE = "in float64, in which the quotient of two float32 is whole only where it is exactly so"
_NAN_LOST = "NaN is looked for in a pass of its own, for XLA on the CPU loses it in long arrays"
_BY_PARTS = "parts are looked for whose squares overflow or vanish, where TensorFlow divides by 0"
REASONS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "numpy": {
        "exp2(x)": {"float32": "by the power of 2, for NumPy's own errs by 2.6 ULP and is inexact at 127"},
        "arange(1.5, 1000001.5, dtype=dtype)": {"float32": _ROUNDED_ONCE},
        "x ** 0.5": {"*": _NO_ROOT},
        "unstack(m)": {"*": "an Array around each of the 1000 views"},
    },
    "torch": {
        "arange(1.5, 1000001.5, dtype=dtype)": {"*": _ROUNDED_ONCE},
        "fft.fftfreq(1000000, dtype=dtype)": {"float64": _DIVIDED},
        "fft.rfftfreq(1000000, dtype=dtype)": {"float64": _DIVIDED},
        "unique_all(r)": {"*": "the first places are found, which PyTorch does not give"},
        "take(x, i)": {"*": "the least index is looked for, for the function that is quick takes no negative ones"},
        "x + 2": {"complex64": "part by part, for PyTorch multiplies the number with 1 + 0j, and an infinity with 0"},
        "sign(x)": {"*": "NaN is looked for, whose sign is 0 to PyTorch"},
        "angle(x)": {"*": "the sign of zeros is looked for, whose angle is 0 to PyTorch"},
        "x ** 0.5": {"*": _NO_ROOT},
        "unstack(m)": {"*": "an Array around each of the 1000 views"},
    },
    "jax": {
        "astype(x, 'float64')": {"float64": _COPIED},
        "astype(x, 'int32')": {"int32": _COPIED},
        "exp2(x)": {"*": "by the power of 2, for XLA's own errs by 700 ULP at -1006 in float64"},
        "arange(1.5, 1000001.5, dtype=dtype)": {"*": f"{_ROUNDED_ONCE}, on the host"},
        "x ** 0.5": {"*": _NO_ROOT},
        "tanh(x)": {"float64": "by the exponential, for XLA's own stops 7 ULP short of 1, also for infinity"},
        "expm1(x)": {
            "complex64": "with the parts of the exponential, for XLA's own errs by 1830 ULP where the sine is small, and gives NaN "
            "at -inf + inf i"
        },
        "isclose(x, y)": {"*": "composed of nine functions, of which JAX's own compiles one"},
        "max(x)": {"*": _NAN_LOST},
        "max(m, axis=1)": {"*": _NAN_LOST},
        "min(x)": {"*": _NAN_LOST},
        "linspace(0.0, 1.0, 1000000, dtype=dtype)": {"*": f"{_ROUNDED_ONCE}, on the host"},
        "2 ** x": {"int32": "exponents below 0 and from 64 on are looked for, of which JAX takes the lowest six bits"},
    },
    "tensorflow": {
        "atan2(x, y)": {"*": "zeros and subnormal numbers are looked for, of which TensorFlow gives pi / 4 or NaN"},
        "divide(x, y)": {"complex64": _BY_PARTS},
        "x / 2": {"complex64": _BY_PARTS},
        "reciprocal(x)": {"complex64": _BY_PARTS},
        "astype(x, 'float64')": {"float64": _COPIED},
        "astype(x, 'int32')": {"int32": _COPIED},
        "leaky_relu(x)": {
            "float64": "of several steps, for the kernel of TensorFlow has the slope in single precision"
        },
        "sqrt(x)": {"complex64": "parts are scaled, and the side of the branch cut is kept, which TensorFlow loses"},
        "floor_divide(x, y)": {"*": _WHOLE},
        "x // 2": {"*": _WHOLE},
        "nextafter(x, y)": {"*": "by the bits, for TensorFlow takes subnormal numbers for zeros"},
        "sign(x)": {"*": "of a subnormal number TensorFlow gives the number"},
        "softsign(x)": {"*": "of several steps, for TensorFlow's own has no second derivative"},
        "arange(1.5, 1000001.5, dtype=dtype)": {"*": _ROUNDED_ONCE},
    },
}
"""Backend -> call, as in the table -> dtype, or ``"*"`` for all -> the reason."""
