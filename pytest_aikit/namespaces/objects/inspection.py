"""What a namespace tells about itself by ``__array_namespace_info__``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from aikit.core.wording import in_one_line
from pytest_aikit.knowledge import standard
from pytest_aikit.namespaces.inquiries import KINDS
from pytest_aikit.namespaces.objects.asking import Answers, plain
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.numerics.promotion import kind_of

_SINCE = "2023.12"
_DIMENSIONS_SINCE = "2024.12"
_NUMBERS: Mapping[str, Any] = {"real floating": 1.0, "complex floating": 1j, "integral": 1}


def answers(space: Namespace) -> Answers:
    """That a part is missing is said where the namespace is examined."""
    if space.info is None or space.version < _SINCE:
        return
    for part in (_capabilities, _devices, _default_dtypes, _dtypes):
        try:
            yield from part(space)
        except Exception as error:
            yield f"info.{part.__name__.strip('_')}()", f"raised {in_one_line(error)}"


def _capabilities(space: Namespace) -> Answers:
    if not hasattr(space.info, "capabilities"):
        return
    told = space.info.capabilities()
    for key in ("boolean indexing", "data-dependent shapes"):
        yield plain(f"type(info.capabilities()[{key!r}])", partial(_type_of, told, key), "bool")
    if space.version >= _DIMENSIONS_SINCE:
        said = "info.capabilities()['max dimensions'] is None or a positive int"
        yield plain(said, lambda: _is_limit(told["max dimensions"]), True)


def _type_of(told: Mapping[str, Any], key: str) -> str:
    return type(told[key]).__name__


def _is_limit(number: Any) -> bool:
    return number is None or (type(number) is int and number > 0)


def _devices(space: Namespace) -> Answers:
    if not hasattr(space.info, "devices"):
        return
    devices = list(space.info.devices())
    for one in devices:
        yield plain(f"hasattr(xp.asarray(1, device={one!r}), 'shape')", partial(_is_made_on, space, one), True)
    if hasattr(space.info, "default_device"):
        default = space.info.default_device()
        # None is what PyTorch and others have for "whatever is set"
        yield plain("info.default_device() in info.devices()", lambda: default is None or default in devices, True)


def _is_made_on(space: Namespace, device: Any) -> bool:
    return hasattr(space.xp.asarray(1, device=device), "shape")


def _default_dtypes(space: Namespace) -> Answers:
    if not hasattr(space.info, "default_dtypes"):
        return
    told = space.info.default_dtypes()
    # that a namespace has no complex numbers is said once, by their names
    numbers = {kind: one for kind, one in _NUMBERS.items() if type(one) is not complex or _has_complex(space)}
    wanted = sorted((*numbers, "indexing"))
    yield plain("sorted(info.default_dtypes())", lambda: sorted({*told} & {*wanted}), wanted)
    for kind, number in numbers.items():
        said = f"info.default_dtypes()[{kind!r}] is the dtype of xp.asarray({number})"
        yield plain(said, partial(_is_default, space, told, kind, number), True)


def _has_complex(space: Namespace) -> bool:
    return any(kind_of(name) == "c" for name in space.dtypes)


def _is_default(space: Namespace, told: Mapping[str, Any], kind: str, number: Any) -> bool:
    return bool(told[kind] == space.xp.asarray(number).dtype)


def _dtypes(space: Namespace) -> Answers:
    if not hasattr(space.info, "dtypes"):
        return
    every = list(space.info.dtypes())
    yield plain("set(info.dtypes()) - set(those of the standard)", lambda: sorted({*every} - {*standard.DTYPES}), [])
    kinds: list[str | tuple[str, ...]] = [*KINDS, ("bool", "real floating")]
    for kind in kinds:
        letters = KINDS[kind] if isinstance(kind, str) else "".join(KINDS[one] for one in kind)
        wanted = [name for name in every if name in standard.DTYPES and kind_of(name) in letters]
        yield plain(f"sorted(info.dtypes(kind={kind!r}))", partial(_names, space, kind=kind), sorted(wanted))
    if hasattr(space.info, "default_device"):
        device = space.info.default_device()
        yield plain(
            "sorted(info.dtypes(device=info.default_device()))", partial(_names, space, device=device), sorted(every)
        )


def _names(space: Namespace, **options: Any) -> list[str]:
    return sorted(space.info.dtypes(**options))
