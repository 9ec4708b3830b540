"""Conversions from one dtype to another."""

from __future__ import annotations

from aikit.dtypes import DTYPES
from aikit.exceptions import AikitDtypePromotionError, AikitTypeError
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import (
    CELL_DEVICE,
    EMPTY,
    POINT,
    SPECIAL,
    ArraySpec,
    N,
    X,
    all_dtypes,
    bad,
    mixed_dtypes,
    row,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords.creation import cast
from pytest_aikit.knowledge.records import Drawn, know
from pytest_aikit.knowledge.reference.creation import itself
from pytest_aikit.numerics.special_values import COUNT

know(
    "astype",
    reference=itself,
    bounds=MOVED,
    casts=True,
    sizes=tuple(row(ArraySpec((N,), "castable"), str(target), label=f"to {target}") for target in DTYPES),
    keywords=Keywords(call=cast),
    calls=(
        *(row(ArraySpec((COUNT,), "castable"), str(target), label=f"to {target}", every=True) for target in DTYPES),
        row(X, "float32", copy=False, kinds="biuf"),
        row(X, "float32", copy=True, kinds="biuf"),
        row(X, "float32", device=CELL_DEVICE, kinds="biuf"),
        row(POINT, "bool", label="0-d", kinds="biuf"),
        row(EMPTY, "bool", label="size 0", kinds="biuf"),
    ),
    drawn=Drawn(wide=False, as_sampled=True),
    bad=(
        bad(
            AikitTypeError,
            "complex",
            ArraySpec((2,), dtype="complex64"),
            "float32",
            words=("complex64", "float32", "real"),
        ),
    ),
)

know("finfo", bad=(bad(AikitTypeError, "dtype", "int32", words=("int32",)),))

know("iinfo", bad=(bad(AikitTypeError, "dtype", ArraySpec((2,), dtype="float32"), words=("float32",)),))

know("isdtype", bad=(bad(AikitTypeError, "dtype", "int32", "integer", words=("'integer'",)),))

know("result_type", bad=(bad(AikitTypeError, "of nothing", words=("at least one",)),))

know("as_aikit_dtype", bad=(bad(AikitTypeError, "no dtype", "float99", words=("'float99'",)),))

know(
    "promote_types",
    bad=(bad(AikitDtypePromotionError, "uint64 with int64", "uint64", "int64", words=("uint64", "int64")),),
)

know(
    "type_promote_arrays",
    reference=lambda x1, x2: (x1, x2),
    bounds=MOVED,
    sizes=(row(ArraySpec((N,), "moved"), ArraySpec((7,), "moved")),),
    calls=(
        mixed_dtypes(ArraySpec((COUNT,), "castable"), ArraySpec((COUNT,), "castable")),
        *all_dtypes(row(SPECIAL, ArraySpec((3,)))),
        row(POINT, EMPTY, label="0-d and size 0"),
    ),
)
