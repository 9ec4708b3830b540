"""A typo in a declaration fails where it stands, with an error that names the function and what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from aikit import Array, Container
from aikit.core.records import REGISTRY
from aikit.declare import primary, record_of
from aikit.exceptions import AikitTypeError, AikitValueError


def declared(hint: str = "Array | NativeArray", result: str = "Array", **options: Any) -> None:
    def wobble(x, /, *, axis=None):  # type: ignore[no-untyped-def]
        return x

    wobble.__annotations__ = {"x": hint, "axis": "int | None", "return": result}
    try:
        primary(wobble, **options)
    finally:
        REGISTRY.pop("wobble", None)
        for class_ in (Array, Container):
            if hasattr(class_, "wobble"):
                del class_.wobble


def test_what_is_right_is_taken() -> None:
    declared(dtypes="numeric", differentiable=("x",), view="x")
    declared("Array | NativeArray | int | None", dtypes={"x": "any"})


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        ("Aray | NativeArray", ("x, 'Aray | NativeArray'", "'Aray'")),
        ("Array | flaot", ("'flaot'",)),
        ("Optional[Array]", ("'Optional'",)),
        ("list[Array]", ("list[Array]", "Sequence[Array | NativeArray]")),
        ("dict[str, Dtype]", ("Dtype", "not read")),
    ],
)
def test_hint(hint: str, words: tuple[str, ...]) -> None:
    with pytest.raises(AikitTypeError, match=r"^wobble: the hint of x") as caught:
        declared(hint)
    assert [word for word in words if word not in str(caught.value)] == []


def test_hint_of_the_result() -> None:
    with pytest.raises(AikitTypeError, match=r"^wobble: the hint of the result, 'Arary', has 'Arary'"):
        declared(result="Arary")


@pytest.mark.parametrize(
    ("error", "options", "message"),
    [
        (AikitTypeError, {"dtyps": "numeric"}, "wobble: dtyps='numeric' is no option"),
        (AikitValueError, {"dtypes": "numerical"}, "wobble: dtypes has the category 'numerical'"),
        (
            AikitValueError,
            {"dtypes": {"y": "any"}},
            "wobble: dtypes names 'y', which is no parameter; there are x, axis",
        ),
        (AikitValueError, {"backend_rule": "sets"}, "wobble: backend_rule='sets' is none of arguments, set"),
        (AikitValueError, {"differentiable": ("x1",)}, "wobble: differentiable names 'x1'"),
        (AikitValueError, {"view": "obj"}, "wobble: view names 'obj'"),
        (AikitValueError, {"returns_argument": "obj"}, "wobble: returns_argument names 'obj'"),
    ],
)
def test_option(error: type[Exception], options: dict[str, Any], message: str) -> None:
    with pytest.raises(error) as caught:
        declared(**options)
    assert str(caught.value).startswith(message)


def test_word_of_the_result() -> None:
    def wobble(x, /):  # type: ignore[no-untyped-def]
        return x

    wobble.__annotations__ = {"x": "Array", "return": "Array"}
    with pytest.raises(AikitValueError, match="wobble: result='boolaen' is none of promoted, boolean"):
        primary(wobble, result="boolaen")  # type: ignore[arg-type]
    assert "wobble" not in REGISTRY


def test_declared_twice() -> None:
    def tan(x, /):  # type: ignore[no-untyped-def]
        return x

    tan.__annotations__ = {"x": "Array", "return": "Array"}
    before = REGISTRY["tan"]
    with pytest.raises(AikitValueError, match="tan is declared twice"):
        primary(tan)
    assert REGISTRY["tan"] is before


def test_arguments_of_any_name_are_ints() -> None:
    def lengths(x: Array, /, **lengths: int) -> Array:
        return x

    record = record_of("compositional", lengths, {})
    assert record.parameters["lengths"].role == "ints by name" and not record.parameters["lengths"].required

    def others(x: Array, /, **others: Any) -> Array:
        return x

    with pytest.raises(AikitTypeError, match=r"others: \*\*others may hold ints alone; give it the hint 'int'"):
        record_of("compositional", others, {})
