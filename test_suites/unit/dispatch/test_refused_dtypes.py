"""A dtype that a function does not take: the error says what to do, and what it says is taken."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import pytest

import aikit
from aikit.core.records import REGISTRY, Function

_REFUSED = ("bool", "int32", "float32", "complex64")
"""One dtype of each kind."""


def _refusals() -> Iterator[tuple[Function, str]]:
    """The functions whose required arguments are arrays, with the dtypes that none of these takes."""
    for function in REGISTRY.values():
        required = [p.name for p in function.parameters.values() if p.default is inspect.Parameter.empty]
        if required and set(required) <= set(function.array_parameters):
            taken = {dtype for name in required for dtype in function.accepts[name]}
            yield from ((function, dtype) for dtype in _REFUSED if dtype not in taken)


@pytest.mark.parametrize(("function", "dtype"), list(_refusals()), ids=lambda one: getattr(one, "qualified_name", one))
def test_the_way_out_of_a_refused_dtype_is_taken(function: Function, dtype: str) -> None:
    xp = aikit.get_backend("numpy")
    required = [
        name for name in function.array_parameters if function.parameters[name].default is inspect.Parameter.empty
    ]
    x = xp.ones((2, 2), dtype=dtype)
    with pytest.raises(aikit.AikitTypeError, match=f"has dtype {dtype}; it takes") as caught:
        function.public(*[x for _ in required])
    said = str(caught.value)
    name = re.search(r": (\w+) has dtype", said)[1]
    advice = said.rpartition("; ")[2]
    tried = re.findall(r"aikit\.\w+\((?:[^()]|\([^()]*\))*\)", advice)
    assert tried, said
    for call in tried:
        made = eval(call, {"aikit": xp, name: x})
        assert str(made.dtype) in {str(one) for one in function.accepts[name]}, said
