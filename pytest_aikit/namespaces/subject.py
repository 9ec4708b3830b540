"""A namespace, and the ways into it and out of it; what it lacks of the standard is noted, and the rest goes on."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from aikit.core.wording import in_one_line
from pytest_aikit import frameworks
from pytest_aikit.knowledge import standard
from pytest_aikit.namespaces import naming
from pytest_aikit.namespaces.adapter import NamespaceAdapter
from pytest_aikit.namespaces.naming import NamespaceError
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import kind_of

KINDS = {
    "real floating": ("float64", "float32"),
    "complex floating": ("complex128", "complex64"),
    "integral": ("int64", "int32"),
}
"""Kind of `default_dtypes` -> what it may be."""


class Missing(NamedTuple):
    """A piece that a namespace lacks, or that does not do what the standard says.

    Attributes
    ----------
    piece : its name.
    said : what is wrong with it.
    section : where the standard has it.
    instead : what is done in its place, or who can supply it.
    """

    piece: str
    said: str
    section: str
    instead: str


@dataclass(frozen=True)
class Namespace:
    """A namespace that is judged.

    Attributes
    ----------
    name : as it is named, ``array_api:MODULE``.
    xp : the namespace.
    array_class : the class of its arrays; None where none could be made.
    version : of the standard, which it claims to follow.
    dtypes : name -> dtype, of those dtypes of the standard whose values come in and out again.
    defaults : kind of `default_dtypes` -> name.
    missing : what it lacks.
    masks : whether it says that a mask may be a key.
    info : what it tells about itself; None where it does not.
    to_numpy, from_numpy : the ways out and in.
    """

    name: str
    xp: Any
    adapter: NamespaceAdapter
    array_class: type | None
    version: str
    dtypes: Mapping[str, Any]
    defaults: Mapping[str, str]
    missing: tuple[Missing, ...]
    masks: bool
    to_numpy: Callable[[Any], np.ndarray]
    from_numpy: Callable[[np.ndarray], Any]
    info: Any = None

    @property
    def read_by_dlpack(self) -> bool:
        """Whether NumPy reads the arrays where they are."""
        return self.adapter.to_numpy is None and all(one.piece != "__dlpack__" for one in self.missing)

    @property
    def in_turn(self) -> bool:
        """Whether calls and dtypes take turns: the arrays are those of a framework that each new shape costs."""
        module = "" if self.array_class is None else self.array_class.__module__
        return any(one.shapes_cost and module.startswith(one.name) for one in frameworks.known())

    def function(self, name: str) -> Any:
        """What the namespace has under the name of a function; None where it has nothing."""
        return functools.reduce(lambda owner, part: getattr(owner, part, None), name.split("."), self.xp)

    def dtype_name(self, dtype: Any) -> str:
        """The name of a dtype of the namespace."""
        for name, native in self.dtypes.items():
            if _equal(dtype, native):
                return name
        return str(dtype).rpartition(".")[2]


@dataclass
class _Examination:
    """What is found out of a namespace, one after the other."""

    xp: Any
    adapter: NamespaceAdapter
    missing: list[Missing] = field(default_factory=list)

    def note(self, piece: str, said: str, section: str, instead: str) -> None:
        if all(one.piece != piece for one in self.missing):
            self.missing.append(Missing(piece, said, section, instead))

    @functools.cached_property
    def info(self) -> Any:
        """What `__array_namespace_info__` gives; None where it cannot be asked."""
        section, instead = "inspection.html", "the dtypes are looked for under their names"
        if not hasattr(self.xp, "__array_namespace_info__"):
            self.note("__array_namespace_info__", "missing", section, instead)
            return None
        try:
            return self.xp.__array_namespace_info__()
        except Exception as error:
            self.note("__array_namespace_info__", f"raised {in_one_line(error)}", section, instead)
            return None

    def asked(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """What a method of the inspection gives; None where it gives nothing."""
        piece = f"__array_namespace_info__().{method}"
        if self.info is None:
            return None
        function = getattr(self.info, method, None)
        if function is None:
            self.note(piece, "missing", f"generated/array_api.info.{method}.html", "found out by trying")
            return None
        try:
            return function(*args, **kwargs)
        except Exception as error:
            section = f"generated/array_api.info.{method}.html"
            self.note(piece, f"raised {in_one_line(error)}", section, "found out by trying")
            return None

    def version(self) -> str:
        found = getattr(self.xp, "__array_api_version__", None)
        if isinstance(found, str) and found in standard.VERSIONS:
            return found
        said = "missing" if found is None else f"{found!r} is no version of the standard"
        self.note("__array_api_version__", said, "version.html", f"judged by version {standard.VERSION}")
        return standard.VERSION

    def dtypes(self) -> dict[str, Any]:
        """The dtypes that the namespace says that it has, or has under their names."""
        if self.adapter.dtypes is not None:
            return dict(self.adapter.dtypes)
        told = self.asked("dtypes")
        found = {}
        for name in standard.DTYPES:
            attribute = getattr(self.xp, name, None)
            if attribute is None:
                self.note(name, "missing", "data_types.html", "left out; supply dtypes by an adapter")
            elif isinstance(told, Mapping):
                if name in told:
                    found[name] = told[name]
                else:
                    self.note(name, "not among the dtypes of the namespace", "data_types.html", "left out")
            elif attribute is not None:
                found[name] = attribute
        return found

    def defaults(self, names: Mapping[str, Any]) -> dict[str, str]:
        """The default dtypes, by the inspection, or by what `asarray` makes of Python numbers."""
        told = self.asked("default_dtypes")
        found: dict[str, str] = {}
        numbers = {"real floating": 1.0, "complex floating": 1j, "integral": 1, "indexing": 1}
        for kind, number in numbers.items():
            native = told.get(kind) if isinstance(told, Mapping) else None
            if native is None:
                try:
                    native = self.xp.asarray(number).dtype
                except Exception:
                    native = None
            name = next((one for one, dtype in names.items() if _equal(native, dtype)), None)
            found[kind] = name or {"real floating": "float64", "complex floating": "complex128"}.get(kind, "int64")
        return found

    # -------------------------------------------------------------------------------------------- in and out

    def ways_in(self) -> Iterator[tuple[str, Callable[[np.ndarray, Any], Any]]]:
        if self.adapter.from_numpy is not None:
            given = self.adapter.from_numpy
            yield "", lambda array, dtype: given(array)
            return
        device = {} if self.adapter.device is None else {"device": self.adapter.device}
        yield "asarray(ndarray)", lambda array, dtype: self.xp.asarray(array.copy(), **device)
        yield "asarray(ndarray, dtype)", lambda array, dtype: self.xp.asarray(array.copy(), dtype=dtype, **device)
        yield "asarray(list, dtype)", lambda array, dtype: self.xp.asarray(array.tolist(), dtype=dtype, **device)

    def ways_out(self) -> Iterator[tuple[str, Callable[[Any], Any]]]:
        if self.adapter.to_numpy is not None:
            yield "", self.adapter.to_numpy
            return
        yield "__dlpack__", lambda x: x if isinstance(x, np.ndarray) else np.from_dlpack(x)
        yield "__array__", _by_array


def _by_array(x: Any) -> np.ndarray:
    found = np.asarray(x)
    if found.dtype == object:
        raise TypeError("np.asarray gives an array of objects")
    return found


def _equal(first: Any, second: Any) -> bool:
    try:
        return first is second or bool(first == second)
    except Exception:
        return False


_SUPPLY = "supply {} by an adapter, see --aikit-namespace-adapter"


def _probe(name: str) -> np.ndarray:
    """Values of a dtype that a round trip must keep."""
    values = [[0, 1, 1], [1, 0, 1]] if kind_of(name) == "b" else [[0, 1, 2], [3, 4, 100]]
    return np.array(values, dtype=name)


def examined(name: str, adapter: NamespaceAdapter | None = None) -> Namespace:
    """A namespace, and what it lacks.

    Raises
    ------
    NamespaceError : there is none of that name, or a round trip by the adapter does not give back what went in.
    """
    adapter = NamespaceAdapter() if adapter is None else adapter
    xp = naming.loaded(name)
    if not any(hasattr(xp, function) for function in standard.SINCE):
        raise NamespaceError(f"{name} is no namespace of the Array API standard: it has none of its functions")
    look = _Examination(xp, adapter)
    version, natives = look.version(), look.dtypes()
    way_in, way_out, kept, array_class = _ways(look, natives)
    _note_methods(look, array_class, way_in, kept)
    told = look.asked("capabilities")
    masks = bool(told.get("boolean indexing")) if isinstance(told, Mapping) else False
    return Namespace(
        name,
        xp,
        adapter,
        array_class,
        version,
        kept,
        look.defaults(natives),
        tuple(look.missing),
        masks,
        way_out,
        way_in,
        look.info,
    )


def _ways(look: _Examination, natives: Mapping[str, Any]) -> tuple[Any, Any, dict[str, Any], type | None]:
    """The first way in, and the first way out, by which most dtypes survive; the dtypes that do; the class of arrays."""
    best: tuple[Any, Any, dict[str, Any], Any] = (None, None, {}, None)
    faults: dict[str, str] = {}
    for entry, make in look.ways_in():
        for exit_, read in look.ways_out():
            kept: dict[str, Any] = {}
            array_class = best[3]
            for name, native in natives.items():
                fault, cls = _round_trip(make, read, name, native)
                array_class = array_class or cls
                if fault:
                    faults.setdefault(name, f"{entry} and {exit_}: {fault}".removeprefix(" and : "))
                else:
                    kept[name] = native
            if len(kept) > len(best[2]):
                names = dict(kept)
                best = (_by_dtype(make, names), read, kept, array_class)
                ways = entry, exit_
        if best[2] and len(best[2]) == len(natives):
            break
    if best[2]:
        _note_ways(look, *ways)
    by_adapter = look.adapter.to_numpy is not None and look.adapter.from_numpy is not None
    for name in natives:
        if name not in best[2] and name in faults:
            if by_adapter:
                raise NamespaceError(
                    f"the adapter: the round trip of {name} {faults[name]}; keep it, or leave it out of dtypes"
                )
            look.note(
                f"round trip of {name}",
                faults[name],
                "data_types.html",
                f"left out; {_SUPPLY.format('from_numpy or to_numpy')}",
            )
    return best


def _round_trip(make: Any, read: Any, name: str, native: Any) -> tuple[str, type | None]:
    """What goes wrong where an array of a dtype goes in and comes out again; and the class of the array."""
    array, cls = _probe(name), None
    try:
        made = make(array, native)
        cls = type(made)
        if hasattr(made, "dtype") and not _equal(made.dtype, native):
            return f"makes an array of {made.dtype}", cls
        back = read(made)
    except Exception as error:
        return f"raised {in_one_line(error)}", cls
    if not isinstance(back, np.ndarray):
        return f"gives an object of {type(back).__name__}, not an ndarray", cls
    if back.dtype != array.dtype:
        return f"loses the dtype: {back.dtype.name} comes back", cls
    return ("" if same_bits(back, array) else f"loses the values: {back.tolist()} comes back"), cls


def _by_dtype(make: Any, names: Mapping[str, Any]) -> Callable[[np.ndarray], Any]:
    return lambda array: make(array, names.get(array.dtype.name))


def _note_ways(look: _Examination, entry: str, exit_: str) -> None:
    if entry not in ("", "asarray(ndarray)"):
        said = "takes no ndarray, which has the buffer protocol, or makes another dtype of it"
        look.note("asarray", said, "generated/array_api.asarray.html", f"arrays are made by {entry}")
    if exit_ == "__array__":
        look.note(
            "__dlpack__",
            "missing, or no exchange with NumPy",
            "generated/array_api.array.__dlpack__.html",
            "read by __array__",
        )


def _note_methods(look: _Examination, array_class: type | None, make: Any, kept: Mapping[str, Any]) -> None:
    """Note what arrays and the namespace lack of attributes."""
    for name in standard.CONSTANTS:
        if not hasattr(look.xp, name):
            look.note(name, "missing", f"generated/array_api.constants.{name}.html", "nothing else needs it")
    if array_class is None or not kept:
        look.note("asarray", "makes no array", "generated/array_api.asarray.html", _SUPPLY.format("from_numpy"))
        return
    try:
        array = make(_probe(next(iter(kept))))
    except Exception:  # found out before, by the same call
        return
    for name in standard.METHODS:
        if not hasattr(array_class, name):
            section = f"generated/array_api.array.{name}.html"
            look.note(name, "missing from arrays", section, "the functions of the namespace are judged without it")
    for name in standard.ATTRIBUTES:
        try:
            getattr(array, name)
        except AttributeError:
            section = f"generated/array_api.array.{name}.html"
            look.note(name, "missing from arrays", section, "not judged")
        except Exception as error:
            look.note(name, f"raised {in_one_line(error)}", f"generated/array_api.array.{name}.html", "not judged")
