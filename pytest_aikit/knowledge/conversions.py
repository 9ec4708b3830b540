"""What arrays are as values of Python, by NumPy's arrays."""

from __future__ import annotations

from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit.knowledge import standard
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import CUBE, EMPTY, POINT, SPECIAL, ArraySpec, X, all_dtypes, bad, row
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.records import Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import conversions as reference
from pytest_aikit.numerics.special_values import COUNT, special_values

AS_SAMPLED = Drawn(as_sampled=True)
ONE = ArraySpec((1,))


def _one_of(place: int, *, finite: bool = False) -> ArraySpec:
    """A 0-d array of each special value in turn, or of each that is finite, wherever there are so many."""
    return ArraySpec((), lambda dtype: reference.chosen(special_values(dtype), place, finite))


POINTS = all_dtypes(*(row(_one_of(place), label=f"special value {place}") for place in range(COUNT)))
FINITE = all_dtypes(*(row(_one_of(place, finite=True), label=f"finite value {place}") for place in range(COUNT)))
SHAPES = all_dtypes(row(X), row(CUBE), row(EMPTY), row(ONE), row(ArraySpec((2, 0))))


def _not_0d(name: str):  # type: ignore[no-untyped-def]
    return bad(AikitTypeError, "of one element", ONE, words=(name, "(1,)")), bad(
        AikitTypeError, "of many", X, words=(name,)
    )


for _name, _reference in {
    "bool": reference.to_bool,
    "complex": reference.to_complex,
    "float": reference.to_float,
}.items():
    know(f"Array.__{_name}__", reference=_reference, called=_name, calls=POINTS, bad=_not_0d(_name), drawn=AS_SAMPLED)
for _name in ("int", "index"):
    know(
        f"Array.__{_name}__",
        reference=reference.to_int,
        called=_name,
        calls=FINITE,
        bad=_not_0d(_name),
        drawn=AS_SAMPLED,
    )
know(
    "Array.__len__",
    reference=len,
    called="len",
    calls=SHAPES,
    bad=(bad(AikitTypeError, "0-d", POINT, words=("0-d",)),),
    drawn=AS_SAMPLED,
)
know(
    "Array.__iter__",
    reference=reference.items,
    bounds=MOVED,
    called="iter",
    trace=Trace(needs=(Need("lengths", "there are as many parts as the first dimension is long"),)),
    calls=all_dtypes(row(X), row(CUBE), row(ArraySpec((5,), "few")), row(ArraySpec((2, 0)))),
    bad=(bad(AikitTypeError, "0-d", POINT, words=("0-d",)),),
    drawn=AS_SAMPLED,
    gradient=Gradient(long=(row(ArraySpec((2, 65))),)),
)
know(
    "Array.__contains__",
    keywords=Keywords(why_none="each call asks for another number"),
    reference=reference.contains,
    called="iter",
    calls=all_dtypes(*(row(ArraySpec((3,), "whole"), number, label=f"{number}") for number in (1, 2, 3, 0, True))),
    drawn=AS_SAMPLED,
)
know("asarray.of_values", reference=reference.of_values, calls=all_dtypes(row(X)), drawn=AS_SAMPLED)
know(
    "Array.__hash__",
    reference=lambda x: "unhashable type: 'Array'",
    calls=all_dtypes(row(POINT), row(X)),
    drawn=AS_SAMPLED,
)
know(
    "Array.__array__",
    keywords=Keywords(why_none="the dtypes are NumPy's, and each call names one or none"),
    reference=lambda x, dtype=None, copy=None: x.astype(dtype or x.dtype),
    calls=(
        *all_dtypes(row(SPECIAL), row(POINT), row(EMPTY), row(X, copy=True), row(X, dtype="complex128")),
        row(X, "float64", label="a dtype"),
        row(X, "float32", copy=True, label="a dtype, a copy"),
    ),
    drawn=AS_SAMPLED,
)
know(
    "Array.__repr__",
    reference=reference.text,
    calls=all_dtypes(row(X), row(POINT), row(EMPTY), row(SPECIAL)),
    drawn=AS_SAMPLED,
)
know(
    "Array.__format__",
    keywords=Keywords(why_none="which text fits depends on the kind of dtype, and each call has another one"),
    reference=reference.formatted,
    called="format",
    calls=(
        *all_dtypes(row(ArraySpec((), "whole"), ""), row(X, "")),
        row(ArraySpec((), "whole"), "5.2f", label="5.2f", kinds="f"),
        row(ArraySpec((), "whole"), "05d", label="05d", kinds="iu"),
    ),
    drawn=AS_SAMPLED,
)
know(
    "Array.shape",
    reference=reference.attributes,
    calls=(*SHAPES, *all_dtypes(row(POINT))),
    drawn=AS_SAMPLED,
)
know(
    "Array.T",
    reference=lambda x: (x.T, x.T),
    bounds=MOVED,
    called="T:",
    trace=Trace(needs=(Need("rank", "only a matrix has a T"),)),
    calls=all_dtypes(row(X), row(ArraySpec((2, 0))), row(ArraySpec((1, 3)))),
    bad=(bad(AikitValueError, "1-d", ONE, words=("1 dim",)), bad(AikitValueError, "3-d", CUBE, words=("3 dim",))),
    drawn=AS_SAMPLED,
    gradient=Gradient(long=(row(ArraySpec((2, 65))),)),
)
know(
    "to_list",
    reference=reference.to_python,
    calls=all_dtypes(row(X), row(CUBE), row(POINT), row(SPECIAL)),
    drawn=AS_SAMPLED,
)

know(
    "can_cast",
    reference=reference.common,
    # where 64-bit dtypes are off the first call alone is made
    calls=all_dtypes(
        row(POINT, "bool", "int16", "uint16", "float32", "complex64"), row(POINT, *standard.DTYPES, label="all")
    ),
    drawn=AS_SAMPLED,
)

know(
    "save",
    reference=lambda x, /, *, format="npz": (x, x[..., ::-1], x[(0,) * x.ndim]),
    keywords=Keywords(values={"format": ("npz", "json")}, call=lambda *, format: row(X, format=format)),
    bounds=MOVED,
    calls=(*all_dtypes(row(SPECIAL)), row(X, format="json")),
    drawn=Drawn(as_sampled=True),
    bad=(bad(AikitValueError, "an unknown format", X, format="text", words=("format", "text", "hdf5")),),
    trace=Trace(needs=(Need("values", "a file holds them"),)),
)
