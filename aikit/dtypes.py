"""Data types: one canonical name on all backends, the promotion table, the default dtypes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from aikit.core.named import Named
from aikit.core.settings import Setting, constant_under_trace
from aikit.exceptions import AikitDtypePromotionError, AikitTypeError


class Dtype(Named):
    """A data type: ``Dtype("float32")``. Equal to, and hashing as, its name, but no string.

    There is one object of each name. ``Dtype(d)`` is that of a name, a native dtype, a NumPy scalar type or a Python
    type.

    Attributes
    ----------
    name : the canonical name, such as ``"float32"``.
    kind : one letter as in NumPy: b(ool), i(nt), u(int), f(loat), c(omplex).
    bits : bits per element; 8 for bool.
    itemsize : bytes per element.
    """

    __slots__ = ("bits", "itemsize", "kind")

    bits: int
    itemsize: int
    kind: str

    def __new__(cls, dtype: Any) -> Dtype:
        return as_dtype(dtype)

    def __repr__(self) -> str:
        return f"aikit.{self.name}"

    @property
    def __numpy_dtype__(self) -> np.dtype[Any]:
        """What ``np.dtype(aikit.float32)`` is."""
        if self.name == "bfloat16":
            import ml_dtypes

            return np.dtype(ml_dtypes.bfloat16)
        return np.dtype(self.name)


_KIND = {
    "bool": "b",
    "int8": "i",
    "int16": "i",
    "int32": "i",
    "int64": "i",
    "uint8": "u",
    "uint16": "u",
    "uint32": "u",
    "uint64": "u",
    "bfloat16": "f",
    "float16": "f",
    "float32": "f",
    "float64": "f",
    "complex64": "c",
    "complex128": "c",
}


def _dtype(name: str, kind: str) -> Dtype:
    bits = int(name.lstrip("abcdefghijklmnopqrstuvwxyz") or 8)
    return Dtype._make(name=name, kind=kind, bits=bits, itemsize=bits // 8)


DTYPES: dict[str, Dtype] = {name: _dtype(name, kind) for name, kind in _KIND.items()}
"""Every dtype by name, in the order of the kinds."""

# `bool` is left out of the module's namespace, where the builtin is needed; the public namespace has it.
bool_ = DTYPES["bool"]
int8, int16, int32, int64 = (DTYPES[f"int{n}"] for n in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (DTYPES[f"uint{n}"] for n in (8, 16, 32, 64))
bfloat16, float16, float32, float64 = (DTYPES[n] for n in ("bfloat16", "float16", "float32", "float64"))
complex64, complex128 = DTYPES["complex64"], DTYPES["complex128"]


def _names(kinds: str) -> frozenset[str]:
    return frozenset(name for name, kind in _KIND.items() if kind in kinds)


CATEGORIES: dict[str, frozenset[str]] = {
    "any": _names("biufc"),
    "boolean": _names("b"),
    "integer": _names("iu"),
    "integer or boolean": _names("iub"),
    "real numeric": _names("iuf"),
    "real-valued": _names("biuf"),
    "numeric": _names("iufc"),
    "real floating-point": _names("f"),
    "complex floating-point": _names("c"),
    "floating-point": _names("fc"),
    "boolean or real floating-point": _names("bf"),
}
"""The dtype categories of the Array API standard, and that of masks, as a function declares them."""

KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}
"""The kinds of dtypes that `isdtype` knows, and the letters that they stand for."""

# class of native dtypes -> native dtype -> canonical; NumPy's here, the others' are added when a backend is loaded.
# A table for each class, because torch.compile cannot hash the dtypes of the other frameworks, and because a dtype of
# TensorFlow is equal to its number.
_FROM_NATIVE: dict[type, dict[Any, Dtype]] = {}


def register_native_dtypes(native_dtypes: dict[str, Any]) -> None:
    """Make native dtypes acceptable wherever a dtype is."""
    for name, native in native_dtypes.items():
        _FROM_NATIVE.setdefault(type(native), {})[native] = DTYPES[name]


register_native_dtypes({name: np.dtype(name) for name in _KIND if name != "bfloat16"})


def as_dtype(dtype: Any) -> Dtype:
    """The canonical `Dtype` of a name, a native dtype, a NumPy scalar type or a Python type.

    ``int``, ``float`` and ``complex`` are the default dtypes of their kind.
    """
    if type(dtype) is Dtype:
        return dtype
    try:
        if isinstance(dtype, str):
            return DTYPES[dtype]
        of_class = _FROM_NATIVE.get(type(dtype))
        if of_class is not None and dtype in of_class:
            return of_class[dtype]
        if isinstance(dtype, type):
            if dtype in _PYTHON_TYPES:
                return _PYTHON_TYPES[dtype]()
            if issubclass(dtype, np.generic):
                return DTYPES[np.dtype(dtype).name]
            of_scalars = getattr(dtype, "dtype", None)  # of JAX's classes of scalars, such as jax.numpy.float32
            if isinstance(of_scalars, np.dtype):
                return DTYPES[of_scalars.name]
        if isinstance(dtype, np.dtype):
            return DTYPES[dtype.name]
    except (KeyError, TypeError):
        pass
    raise AikitTypeError(f"{dtype!r} is not a dtype of aikit; use one of {', '.join(DTYPES)}")


def is_dtype(dtype: Any) -> bool:
    """Whether `as_dtype` accepts `dtype`."""
    try:
        as_dtype(dtype)
    except AikitTypeError:
        return False
    return True


# ------------------------------------------------------------------------------------------------ defaults

SETTINGS: dict[str, Setting] = {
    "float": Setting("default_float_dtype", float32),
    "int": Setting("default_int_dtype", int32),
    "uint": Setting("default_uint_dtype", uint32),
    "complex": Setting("default_complex_dtype", complex64),
    "dtype": Setting("default_dtype", None),
    "precise": Setting("precise_mode", False),
}


@constant_under_trace
def _default_name(setting: str) -> str:
    """The name of a default dtype: torch.compile takes a string for a constant."""
    return (SETTINGS[setting].get() or SETTINGS["float"].get()).name


def default(setting: str) -> Dtype:
    """The default of a kind (``"float"``, ``"int"``, ``"uint"``, ``"complex"``), or of them all (``"dtype"``)."""
    return DTYPES[_default_name(setting)]


def default_float() -> Dtype:
    """The dtype of Python floats; float32 unless set."""
    return DTYPES[_default_name("float")]


def default_int() -> Dtype:
    """The dtype of Python ints; int32 unless set."""
    return DTYPES[_default_name("int")]


def default_uint() -> Dtype:
    """The unsigned counterpart of `default_int`; uint32 unless set."""
    return DTYPES[_default_name("uint")]


def default_complex() -> Dtype:
    """The dtype of Python complex numbers; complex64 unless set."""
    return DTYPES[_default_name("complex")]


@constant_under_trace
def precise_mode() -> bool:
    """Whether mixed integer and floating dtypes promote as NumPy's do."""
    return SETTINGS["precise"].get()


_PYTHON_TYPES = {bool: lambda: bool_, int: default_int, float: default_float, complex: default_complex}


def accumulation_dtype(name: str) -> Dtype:
    """The dtype of a sum or product of `name`: narrow integers (and bool) widen to the default integer dtype."""
    dtype = DTYPES[name]
    if dtype.kind in "bi":
        default = default_int()
    elif dtype.kind == "u":
        default = default_uint()
    else:
        return dtype
    return dtype if dtype.kind != "b" and dtype.bits >= default.bits else default


def integer_limits(dtype: Dtype) -> tuple[int, int]:
    """The least and the greatest value of an integer dtype."""
    return (-(1 << dtype.bits - 1), (1 << dtype.bits - 1) - 1) if dtype.kind == "i" else (0, (1 << dtype.bits) - 1)


# ------------------------------------------------------------------------------------------------ promotion


def _build_table(precise: bool) -> dict[tuple[str, str], Dtype]:
    """All pairs that have a common dtype, by their names."""
    table: dict[tuple[str, str], Dtype] = {}
    for first in DTYPES.values():
        for second in DTYPES.values():
            common = _common(first, second, precise)
            if common is not None:
                table[first.name, second.name] = common
    return table


def _common(first: Dtype, second: Dtype, precise: bool) -> Dtype | None:
    if first == second:
        return first
    kinds = "".join(sorted({first.kind, second.kind}, key="biufc".index))
    wide = max(first.bits, second.bits)
    if kinds[0] == "b":
        return second if first.kind == "b" else first
    if kinds in ("i", "u"):
        return DTYPES[f"{'uint' if kinds == 'u' else 'int'}{wide}"]
    if kinds == "iu":
        signed, unsigned = (first, second) if first.kind == "i" else (second, first)
        bits = max(signed.bits, 2 * unsigned.bits)
        if bits > 64:
            return float64 if precise else None
        return DTYPES[f"int{bits}"]
    if kinds == "f":
        return float32 if wide == 16 else DTYPES[f"float{wide}"]
    if kinds == "c":
        return complex128
    if kinds == "fc":
        return complex128 if float64 in (first, second) or complex128 in (first, second) else complex64
    # an integer with a floating dtype
    floating, integer = (first, second) if first.kind in "fc" else (second, first)
    if not precise or floating == bfloat16:
        return floating
    return DTYPES[np.promote_types(floating, integer).name]


_TABLES = {False: _build_table(False), True: _build_table(True)}


def promote_types(first: Dtype, second: Dtype) -> Dtype:
    """The common dtype of two dtypes, by the table of the Array API standard.

    What the standard leaves open: a bool with any other dtype gives that dtype, an integer with a floating dtype the
    floating dtype; after `set_precise_mode(True)` NumPy's table holds in full.
    """
    try:
        return _TABLES[precise_mode()][first.name, second.name]
    except KeyError:
        raise AikitDtypePromotionError(
            f"{first} and {second} have no common dtype: no integer dtype holds the values of both; "
            "cast one with aikit.astype, or call aikit.set_precise_mode(True) for NumPy's float64"
        ) from None


_STANDARD_KINDS = ("b", "iu", "fc")
"""The Array API standard says what two dtypes of one of these have in common, and leaves open all else."""


def promote_by_the_standard(first: Dtype, second: Dtype) -> Dtype:
    """The common dtype of two dtypes where the Array API standard defines one; AikitDtypePromotionError elsewhere.

    Of the 16-bit floats, which it does not have, each is as any other floating-point dtype.
    """
    if not any({first.kind, second.kind} <= set(kinds) for kinds in _STANDARD_KINDS):
        raise AikitDtypePromotionError(
            f"{first} and {second} are of different kinds, whose common dtype the Array API standard leaves open; cast one "
            "with aikit.astype"
        )
    return promote_types(first, second)


def promote(dtypes: Iterable[Dtype], scalars: Iterable[Any] = ()) -> Dtype:
    """The common dtype of `dtypes`, with Python scalars beside them, which never widen a dtype of their kind.

    A Python float beside an integer dtype gives the default float dtype, a Python complex beside it the default
    complex dtype; a complex beside a real floating dtype gives the complex dtype of that precision.
    """
    common: Dtype | None = None
    for dtype in dtypes:
        common = dtype if common is None or common is dtype else promote_types(common, dtype)
    if scalars:
        for scalar in sorted({type(scalar) for scalar in scalars}, key=(bool, int, float, complex).index):
            common = _with_scalar(common, scalar)
    if common is None:
        raise AikitTypeError("a common dtype needs at least one array, dtype or Python scalar; got none")
    return common


def _with_scalar(dtype: Dtype | None, scalar: type) -> Dtype:
    kind = "" if dtype is None else dtype.kind
    if scalar is bool:
        return bool_ if dtype is None else dtype
    if scalar is int:
        return default_int() if dtype is None or kind == "b" else dtype
    if scalar is float:
        return default_float() if dtype is None or kind in "biu" else dtype
    if dtype is None or kind in "biu":
        return default_complex()
    return dtype if kind == "c" else complex_of(dtype)


def of_scalars(types: Collection[type]) -> Dtype:
    """The common dtype of Python scalars of some types, with nothing beside them."""
    if complex in types:
        return default_complex()
    if float in types:
        return default_float()
    return default_int() if int in types else bool_


def complex_of(dtype: Dtype) -> Dtype:
    """The complex dtype whose parts hold the real floating `dtype`."""
    return complex128 if dtype in (float64, complex128) else complex64


def real_of(dtype: Dtype) -> Dtype:
    """The dtype of the real and the imaginary part of `dtype`; a real dtype is its own."""
    return {complex64: float32, complex128: float64}.get(dtype, dtype)


def is_kind(dtype: Dtype, kind: Any) -> bool:
    """`isdtype` of the Array API standard on canonical dtypes."""
    if isinstance(kind, tuple):
        return any(is_kind(dtype, one) for one in kind)
    if isinstance(kind, str) and kind in KINDS:
        # "bool" is both a kind and a dtype; the two mean the same
        return dtype.kind in KINDS[kind]
    if is_dtype(kind):
        return dtype == as_dtype(kind)
    raise AikitTypeError(
        f"isdtype: kind={kind!r} is neither a dtype nor one of {', '.join(map(repr, KINDS))}; "
        "give one of these or a tuple of them"
    )
