"""One ordinary call of every function, for tests that go through all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import aikit
from aikit.core.records import REGISTRY, Function

_SPECIAL: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "adam_step": lambda xp: (*(sample(xp, "float32") for _ in range(3)), 1),
    "adam_update": lambda xp: (*(sample(xp, "float32") for _ in range(5)), 1),
    "lamb_update": lambda xp: (*(sample(xp, "float32") for _ in range(5)), 1),
    "arange": lambda xp: (4,),
    "asarray": lambda xp: ([1, 2],),
    "array": lambda xp: ([1, 2],),
    "astype": lambda xp: (sample(xp, "float32"), "int32"),
    "broadcast_to": lambda xp: (sample(xp, "float32"), (2, 2, 3)),
    "can_cast": lambda xp: ("int8", "int16"),
    "concat": lambda xp: ([sample(xp, "float32"), sample(xp, "float32")],),
    "cross": lambda xp: (sample(xp, "float32"), sample(xp, "float32")),
    "outer": lambda xp: (xp.ones(2), xp.ones(3)),
    "empty": lambda xp: ((2, 3),),
    "expand_dims": lambda xp: (sample(xp, "float32"), 0),
    "eye": lambda xp: (3,),
    "fftfreq": lambda xp: (4,),
    "finfo": lambda xp: ("float32",),
    "from_dlpack": lambda xp: (sample(xp, "float32"),),
    "full": lambda xp: ((2,), 3.0),
    "full_like": lambda xp: (sample(xp, "float32"), 3.0),
    "iinfo": lambda xp: ("int32",),
    "isin": lambda xp: (sample(xp, "int32"), xp.asarray([1, 2])),
    "linspace": lambda xp: (0.0, 1.0, 4),
    "matmul": lambda xp: (sample(xp, "float32"), xp.ones((3, 2))),
    "tensordot": lambda xp: (sample(xp, "float32"), sample(xp, "float32")),
    "matrix_power": lambda xp: (positive_definite(xp), 2),
    "solve": lambda xp: (positive_definite(xp), xp.ones((2, 3))),
    "linear": lambda xp: (sample(xp, "float32"), xp.ones((2, 3))),
    "layer_norm": lambda xp: (sample(xp, "float32"), 1),
    "multi_head_attention": lambda xp: (sample(xp, "float32"), 0.5, 3),
    "meshgrid": lambda xp: (xp.ones(2), xp.ones(3)),
    "moveaxis": lambda xp: (sample(xp, "float32"), 0, 1),
    "ones": lambda xp: ((2, 3),),
    "permute_dims": lambda xp: (sample(xp, "float32"), (1, 0)),
    "repeat": lambda xp: (sample(xp, "float32"), 2),
    "reshape": lambda xp: (sample(xp, "float32"), (6,)),
    "rfftfreq": lambda xp: (4,),
    "result_type": lambda xp: ("int8", sample(xp, "float32")),
    "roll": lambda xp: (sample(xp, "float32"), 1),
    "searchsorted": lambda xp: (xp.asarray([1.0, 2.0]), xp.asarray([0.5, 1.5])),
    "squeeze": lambda xp: (xp.ones((1, 2)), 0),
    "stack": lambda xp: ([sample(xp, "float32"), sample(xp, "float32")],),
    "take": lambda xp: (xp.asarray([1.0, 2.0, 3.0]), xp.asarray([2, 0])),
    "take_along_axis": lambda xp: (sample(xp, "float32"), xp.asarray([[0, 1, 1], [1, 0, 0]])),
    "tile": lambda xp: (sample(xp, "float32"), (2, 1)),
    "to_device": lambda xp: (sample(xp, "float32"), "cpu"),
    "to_scalar": lambda xp: (xp.asarray([1.5]),),
    "where": lambda xp: (sample(xp, "bool"), sample(xp, "float32"), sample(xp, "float32")),
    "zeros": lambda xp: ((2, 3),),
    "set_default_dtype": lambda xp: ("float32",),
}
_OF_SQUARE_MATRICES = ("cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "slogdet")
_SPECIAL |= dict.fromkeys(_OF_SQUARE_MATRICES, lambda xp: (positive_definite(xp),))
_SPECIAL_KEYWORDS = {"cumulative_sum": {"axis": 0}, "cumulative_prod": {"axis": 0}}
_PREFERRED = ("float32", "int32", "bool", "complex64")


def sample(xp: Any, dtype: str) -> Any:
    """A 2x3 array within the domain of every function but acosh and atanh, for which it is good at one end."""
    x = xp.asarray([[0.5, 1.0, 0.25], [0.0, 0.75, 0.5]])
    return xp.astype(x * 2 if dtype == "int32" else x, dtype)


def positive_definite(xp: Any) -> Any:
    return xp.asarray([[2.0, 0.5], [0.5, 1.0]])


def accepted(function: Function, name: str) -> str:
    """A dtype, not of 64 bits, that a function accepts at an array parameter."""
    return next(d for d in _PREFERRED if d in aikit.dtypes.CATEGORIES[function.dtypes[name]])


def call_of(function: Function, xp: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Positional and keyword arguments of an ordinary call."""
    if function.name in _SPECIAL:
        return _SPECIAL[function.name](xp), {}
    required = [p for p in function.parameters.values() if p.required or p.variadic]
    args = tuple(sample(xp, accepted(function, p.name)) for p in required)
    return args, _SPECIAL_KEYWORDS.get(function.name, {})


def functions() -> list[str]:
    """The qualified names of all primary and compositional functions with an argument that may be an array, or a result that is."""
    return [name for name, f in REGISTRY.items() if f.kind != "standalone" and (f.array_parameters or f.out)]


def leaves(result: Any) -> list[Any]:
    """The arrays and values in a result."""
    return [leaf for item in result for leaf in leaves(item)] if isinstance(result, (list, tuple)) else [result]
