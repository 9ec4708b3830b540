"""Control flow that the values decide, with functions and variables of each form that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("if_else", calls_functions=True, dtypes="numeric", differentiable=("x",))
def if_else(x: Array | NativeArray, /, *, cond: str = "array", vars: str = "tuple") -> tuple[Array, Array, Array]:
    y = x[::-1]

    def below(*given: Any) -> Any:
        return aikit.max(aikit.abs(first(*given)[0])) < aikit.max(aikit.abs(second(*given)[0]))

    conditions: dict[str, Any] = {
        "array": lambda: below(x, y),
        "native array": lambda: below(x, y).data,
        "function": lambda: below,
        "function of no array": lambda: lambda *given: False,
        "True": lambda: True,
        "False": lambda: False,
        "int": lambda: 1,
        "array of ints": lambda: aikit.astype(below(x, y), aikit.int32),
        "array with dimensions": lambda: x == y,
        "function that returns None": lambda: lambda *given: None,
    }
    variables: dict[str, Any] = {
        "tuple": (x, y),
        "list": [x, y],
        "native arrays": (x.data, y.data),
        "nest": (x, {"b": [y]}),
        "dict": {"a": x, "b": y},
        "container": aikit.Container(a=x, b=y),
        "text": (x, "y"),
    }

    def first(*given: Any) -> Any:
        return given[0] if len(given) == 2 else given[0]["a"]

    def second(*given: Any) -> Any:
        last = given[1] if len(given) == 2 else given[0]["b"]
        return last["b"][0] if isinstance(last, dict) else last

    def product(*given: Any) -> Any:
        a, b = first(*given), second(*given)
        return {"found": a * b, "left": [a, b]}

    def difference(*given: Any) -> Any:
        a, b = first(*given), second(*given)
        return {"left": [b, a], "found": a - b}  # in another order

    result = aikit.if_else(conditions[cond](), product, difference, variables[vars])
    return result["found"], *result["left"]


@protocol("while_loop", calls_functions=True, dtypes="numeric", differentiable=("x",))
def while_loop(
    x: Array | NativeArray, /, *, test: str = "array", body: str = "all", vars: str = "tuple"
) -> tuple[Array, Array, Array]:
    y, nothing = x[::-1], x[0] - x[0]
    tests: dict[str, Any] = {
        "array": lambda i, a: aikit.logical_and(i < 5, aikit.max(aikit.abs(a)) < 24),
        "native array": lambda i, a: aikit.logical_and(i < 5, aikit.max(aikit.abs(a)) < 24).data,
        "False": lambda i, a: False,
        "int": lambda i, a: 1,
        "array with dimensions": lambda i, a: a == a,
    }
    steps: dict[str, Any] = {
        "all": lambda i, a, b, total: (i + 1, a + a, b, total + a[0] * b[0]),
        "list": lambda i, a, b, total: [i + 1, a + a, b, total + a[0] * b[0]],
        "native arrays": lambda i, a, b, total: (
            (i + 1).data,
            (a + a).data,
            b.data,
            (total + a[0] * b[0]).data,
        ),
        "another dtype": lambda i, a, b, total: (i + 1, a + a, b, total == total),
        "another width": lambda i, a, b, total: (i + 1, a + a, b, aikit.astype(total, aikit.int16)),
        "another shape": lambda i, a, b, total: (i + 1, a + a, b, total[None]),
        "another nest": lambda i, a, b, total: (i + 1, a + a, b),
    }
    variables: dict[str, Any] = {
        "tuple": (0, x, y, nothing),
        "native arrays": (0, x.data, y.data, nothing.data),
        "dict": {"i": 0, "a": x, "b": y, "total": nothing},
        "list of one": [{"i": 0, "a": x, "b": y, "total": nothing}],
        "tuple of one": ({"i": 0, "a": x, "b": y, "total": nothing},),
        "container": aikit.Container(i=0, a=x, b=y, total=nothing),
        "text": (0, x, "y", nothing),
    }

    def parts(*given: Any) -> Any:
        return [given[0][name] for name in ("i", "a", "b", "total")] if len(given) == 1 else given

    def packed(*given: Any) -> Any:
        made = steps[body](*parts(*given))
        if len(given) == 4:
            return made
        # in another order than the variables; torch.compile traces no strict
        named = dict(zip(("total", "b", "a", "i"), made[::-1]))  # noqa: B905
        if vars == "list of one":
            return [named]  # that of one in a tuple stands alone
        return aikit.Container(named) if vars == "container" else named

    result = aikit.while_loop(lambda *given: tests[test](*parts(*given)[:2]), packed, variables[vars])
    _, a, b, total = parts(*result) if isinstance(result, (list, tuple)) else parts(result)
    return a, b, total


@protocol("for_loop", calls_functions=True, dtypes="numeric", differentiable=("x",))
def for_loop(
    x: Array | NativeArray, /, *, items: str = "range", body: str = "both", vars: str = "tuple"
) -> tuple[Array, Array]:
    point, nothing = x[-1], x[0] - x[0]
    iterables: dict[str, Any] = {
        "range": lambda: range(7, -1, -3),
        "ascending range": lambda: range(1, 6, 2),
        "array": lambda: x[2::-1],
        "native array": lambda: x[2::-1].data,
        "list": lambda: [x[2], x[1], x[0]],
        "generator": lambda: (x[i] for i in (2, 1, 0)),
        "empty range": lambda: range(2, 2),
        "int": lambda: 3,
        "0-d array": lambda: aikit.sum(x),
    }
    steps: dict[str, Any] = {
        "both": lambda row, total, at: (total * at + row, at),
        "list": lambda row, total, at: [total * at + row, at],
        "another dtype": lambda row, total, at: (total == row, at),
        "another width": lambda row, total, at: (aikit.astype(total, aikit.int16), at),
        "another shape": lambda row, total, at: ((total + row)[None], at),
        "another nest": lambda row, total, at: total,
    }
    variables: dict[str, Any] = {
        "tuple": (nothing, point),
        "native arrays": [nothing.data, point.data],
        "dict": {"total": nothing, "at": point},
        "container": aikit.Container(total=nothing, at=point),
        "text": (nothing, "at"),
    }

    # the rows of a range, the last first
    places: dict[str, Any] = {"range": lambda item: item // 3, "ascending range": lambda item: (5 - item) // 2}

    def step(item: Any, *given: Any) -> Any:
        row = item
        if items in places:  # whose numbers are those of `arange`
            row = x[places[items](item)] if item.dtype == aikit.default_int_dtype() else x[0]
        if len(given) == 2:
            return steps[body](row, *given)
        total, at = steps[body](row, given[0]["total"], given[0]["at"])
        # a dict in another order than the variables
        return aikit.Container(total=total, at=at) if vars == "container" else {"at": at, "total": total}

    result = aikit.for_loop(iterables[items](), step, variables[vars])
    return (result["total"], result["at"]) if isinstance(result, dict) else (result[0], result[1])
