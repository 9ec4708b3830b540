"""Why a call may take longer than is asked: measured, and for long arrays said in the backend where it is so."""

from __future__ import annotations

from collections.abc import Mapping

_COPIED = "a copy, as the standard has it; the framework gives the array itself"
_ROUNDED_ONCE = "in double precision, so that each number is rounded once"
_DIVIDED = "by a division, for a product with the reciprocal is rounded twice"
_NO_ROOT = "the framework takes a root, which has other values for -0 and -inf than the power of the standard"
_WHOLE = "in float64, in which the quotient of two float32 is whole only where it is exactly so"
_NAN_LOST = "NaN is looked for in a pass of its own, for XLA on the CPU loses it in long arrays"
_INDICES = "the least and the greatest index are looked for, for JAX's own gives NaN for one out of range"
_SKIPPED = "NaN and subnormal numbers are looked for, which TensorFlow skips or takes for zeros"
_BY_PARTS = "parts are looked for whose squares overflow or vanish, where TensorFlow divides by 0"
OF_LONG_ARRAYS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "numpy": {
        "exp2(x)": {"float32": "by the power of 2, for NumPy's own errs by 2.6 ULP and is inexact at 127"},
        "arange(1.5, 1000001.5, dtype=dtype)": {"float32": _ROUNDED_ONCE},
        "x ** 0.5": {"*": _NO_ROOT},
        "unstack(m)": {"*": "an Array around each of the 1000 views"},
        "fft.rfftfreq(1000000, dtype=dtype)": {"float64": _DIVIDED},
    },
    "torch": {
        "expm1(x)": {
            "complex64": "on the real axis by the real function, for PyTorch multiplies an infinity with a sine of 0 there"
        },
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
        "sign(x)": {"complex64": "parts are scaled, so that their squares neither overflow nor vanish"},
        "take(x, i)": {"*": _INDICES},
        "take_along_axis(x, i)": {"*": _INDICES},
        "take_along_axis(m, k, axis=1)": {"*": _INDICES},
        "layer_norm(m, 1)": {
            "*": "the greatest element is looked for, so that the squares of large ones do not overflow"
        },
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
        "argmax(r)": {"*": _SKIPPED},
        "argmin(r)": {"*": _SKIPPED},
        "bitwise_left_shift(x, y)": {"*": "counts below 0 and not below the width are looked for, for which it is 0"},
        "floor_divide(x, y)": {"*": _WHOLE},
        "log(x)": {
            "complex64": "by the greater part and log1p, for TensorFlow's own squares the parts and loses digits near 1"
        },
        "x // 2": {"*": _WHOLE},
        "nextafter(x, y)": {"*": "by the bits, for TensorFlow takes subnormal numbers for zeros"},
        "sign(x)": {"*": "of a subnormal number TensorFlow gives the number"},
        "softsign(x)": {"*": "of several steps, for TensorFlow's own has no second derivative"},
        "arange(1.5, 1000001.5, dtype=dtype)": {"*": _ROUNDED_ONCE},
    },
}
"""Backend -> call, as in the table -> dtype, or ``"*"`` for all -> the reason."""


_SETTINGS = "0.6 to 0.7 us for the default dtype, the default device and the way into the backend"
_COUNTED = f"{_SETTINGS}, 0.3 to 0.4 to see whether the framework counts this range exactly"
_HELD = f"{_SETTINGS}, and whether the dtype holds the number"
_OTHER_KEYWORD = (
    "1.2 us for the settings and for a signature with a keyword beside dtype and device, which no template has"
)
_GENERATOR = "a generator for each draw alone, and a look at the bounds"
_DTYPE_OF_TENSOR = (
    "the dtype of a tensor takes 0.1 us to be read and 0.2 to be hashed, by Python code of TensorFlow, for each array"
)
_LEAF = "what one call takes, for each leaf"
_DTYPES_READ = (
    "the dtype of a tensor takes 0.04 us to be read, of an ndarray 0.01, and there are two; the wrapper reads none"
)
OF_CALLS: Mapping[str, Mapping[str, str]] = {
    "numpy": {
        "arange(8)": _COUNTED,
        "full((8,), 0.5)": _HELD,
        "eye(8)": _OTHER_KEYWORD,
        "linspace(0.0, 1.0, 8)": "1.3 us for the settings, and in double precision, so that each number is rounded once",
        "random_uniform(shape=(8,))": _GENERATOR,
    },
    "torch": {
        "add(x, y)": _DTYPES_READ,
        "x + y": _DTYPES_READ,
        "arange(8)": _COUNTED,
        "full((8,), 0.5)": _HELD,
        "eye(8)": _OTHER_KEYWORD,
        "linspace(0.0, 1.0, 8)": "five steps in double precision, at 1.2 to 1.6 us each, so that each number is rounded once",
        "random_uniform(shape=(8,))": _GENERATOR,
    },
    "jax": {
        "random_uniform(shape=(8,))": f"{_GENERATOR}; the native call beside it draws nothing",
        "linspace(0.0, 1.0, 8)": "on the host in double precision, so that each number is rounded once",
        "take(x, i)": "3.1 us to look at the indices, for JAX's own gives NaN for one out of range",
        "clip(x, 0.0, 1.0)": "two numbers enter a compiled function, which takes 6.6 us with them and 4.4 with arrays",
        "add(n, x)": "5.6 us for a compiled cast of its own, where jnp.add casts within",
        "gradient_descent_update(x, y, 0.5)": "11.7 us for JAX to make an array of the number",
        "sin(leaves)": _LEAF,
        "add(leaves, leaves)": _LEAF,
    },
    "tensorflow": {
        "sin(x)": _DTYPE_OF_TENSOR,
        "add(x, y)": _DTYPE_OF_TENSOR,
        "where(c, x, y)": _DTYPE_OF_TENSOR,
        "concat([x, y])": _DTYPE_OF_TENSOR,
        "stack([x, y])": _DTYPE_OF_TENSOR,
        "take(x, i)": _DTYPE_OF_TENSOR,
        "random_uniform(shape=(8,))": _GENERATOR,
        "asarray([0.5, 1.5, 2.5])": "3.6 us to look at the list and find its dtype, 1.3 in the backend",
        "gradient_descent_update(x, y, 0.5)": "TensorFlow makes a tensor of the number in 6 us",
        "sin(leaves)": _DTYPE_OF_TENSOR,
        "add(leaves, leaves)": _DTYPE_OF_TENSOR,
    },
}
"""Backend -> call, as in the table of calls -> the reason."""

_FIXED = "the fixed cost of a call, 10 to 25 us, and more after a kernel that drives the code out of the caches"
OF_LAYERS: Mapping[str, Mapping[str, str]] = {
    "torch": {
        "depthwise_conv2d(image, each, 1, 'SAME')": _FIXED,
        "avg_pool2d(image, 2, 2, 'VALID')": _FIXED,
    },
    "jax": {"gather(table, places, axis=0)": "18 us for the least and the greatest index, and two functions of aikit"},
    "tensorflow": {
        "avg_pool2d(image, 2, 2, 'VALID')": _FIXED,
        "gather(table, places, axis=0)": _FIXED,
        "max_pool2d(image, 3, 2, 'SAME')": "the sum of the image, to see NaN and infinity, which the kernel of TensorFlow loses",
    },
}
"""Backend -> layer, as in the table of layers -> the reason."""
