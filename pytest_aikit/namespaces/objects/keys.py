"""Keys of arrays, by a product over what may stand for each axis; and what is written by them."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pytest_aikit.namespaces.objects.asking import Answers, Asker

Key = tuple[Any, ...]
_ALL = slice(None)
_SLICES = tuple(
    slice(*one) for one in itertools.product((None, 0, 1, -2), (None, 3, -1), (None, 1, 2, -1, -2))
)  # within the bounds of four elements, for either direction
_OF_AXIS = (0, -1, _ALL, slice(1, None), slice(None, None, -1), slice(None, None, 2))
_INTEGERS_SINCE = "2024.12"


def answers(asker: Asker) -> Answers:
    cls = asker.space.array_class
    thorough = asker.kind == "f"
    if hasattr(cls, "__getitem__"):
        for values, key in _keys(asker.values, thorough):
            yield asker.gives(_said(key), values[key], _read(key), values)
        yield from _integers(asker)
        yield from _masks(asker)
        yield from _refused(asker) if thorough else ()
        if asker.space.version >= _INTEGERS_SINCE:
            flat = asker.values.reshape(-1)
            yield asker.gives("xp.stack(list(x))", flat, lambda x: asker.space.xp.stack(list(x)), flat)
    if hasattr(cls, "__setitem__"):
        yield from _writes(asker, thorough)


def _keys(values: np.ndarray, thorough: bool) -> Iterator[tuple[np.ndarray, Key]]:
    """Arrays of zero to three dimensions, and keys of integers, slices, None and an ellipsis."""
    flat, cube = values[0], np.resize(values, (2, 3, 4))
    yield from ((values[1, 1:2].reshape(()), key) for key in ((), (...,), (None,)))
    yield from ((flat, (one,)) for one in (*_OF_AXIS, *(_SLICES if thorough else ())))
    pairs = list(itertools.product(_OF_AXIS, repeat=2))
    yield from ((values, pair) for pair in (pairs if thorough else pairs[::7]))
    for place in range(3) if thorough else ():
        for one in _OF_AXIS:
            whole: Key = (_ALL, _ALL, _ALL)
            yield cube, (*whole[:place], one, *whole[place + 1 :])
        yield cube, (*(slice(0, 2),) * place, None, *(-1,) * (3 - place))
    for first, last in ((0, 1), (-1, slice(None, None, -1)), (slice(1, 2), 0)):
        yield from ((cube, key) for key in ((first, ...), (..., last), (first, ..., last), (..., None, last)))
    yield cube, (slice(1, 1), ...)


def _read(key: Any) -> Callable[[Any], Any]:
    return operator.itemgetter(key[0] if len(key) == 1 else key)


def _said(key: Key) -> str:
    return f"x[{', '.join(map(_word, key)) or '()'}]"


def _word(one: Any) -> str:
    if isinstance(one, slice):
        start, stop, step = ("" if part is None else part for part in (one.start, one.stop, one.step))
        return f"{start}:{stop}" + (f":{step}" if step != "" else "")
    return "..." if one is ... else f"array({one.tolist()})" if isinstance(one, np.ndarray) else repr(one)


def _by(asker: Asker, key: Key) -> Key:
    """A key with arrays of the namespace in place of those of NumPy."""
    return tuple(asker.space.from_numpy(one) if isinstance(one, np.ndarray) else one for one in key)


def _by_arrays(asker: Asker, key: Key) -> Callable[[Any], Any]:
    return lambda x: _read(_by(asker, key))(x)


def _integers(asker: Asker) -> Answers:
    """Keys of integers and arrays of integers, one for each axis."""
    index = asker.space.defaults["indexing"]
    if asker.space.version < _INTEGERS_SINCE or index not in asker.space.dtypes:
        return
    of = functools.partial(np.array, dtype=index)
    flat = asker.values.reshape(-1)
    for values, key in (
        (flat, (of([3, 0, 0, -1]),)),
        (flat, (of([[1, 2], [-8, 7]]),)),
        (asker.values, (of([0, 1, -1]), of([3, -4, 1]))),
        (asker.values, (1, of([3, 0]))),
        (asker.values, (of([1, 0]), -1)),
        (asker.values, (of([[0], [1]]), of([2, 1, 0]))),
        (asker.values, (of(1), of(-2))),
    ):
        yield asker.gives(_said(key), values[key], _by_arrays(asker, key), values)


def _masks(asker: Asker) -> Answers:
    if not asker.space.masks or "bool" not in asker.space.dtypes:
        return
    values = asker.values
    for mask in (values == 1, np.zeros(values.shape, bool), np.array([False, True]), np.array(True), np.array(False)):
        yield asker.gives(_said((mask,)), values[mask], _by_arrays(asker, (mask,)))


def _refused(asker: Asker) -> Answers:
    yield from (asker.refuses(_said(key), IndexError, _read(key)) for key in ((0, 0, 0), (..., ...)))
    if asker.space.masks and "bool" in asker.space.dtypes:
        for shape in ((2, 4, 1), (3,), (2, 3)):
            key = (np.ones(shape, bool),)
            yield asker.refuses(f"x[array of bool, {shape}]", IndexError, _by_arrays(asker, key))


# ------------------------------------------------------------------------------------------------ writes


def _writes(asker: Asker, thorough: bool) -> Answers:
    """Keys with numbers and arrays that are written by them; where the first is refused, arrays are not to be changed."""
    numbers = {"b": True, "i": 2, "u": 2, "f": 0.5, "c": 2j}
    first = True
    for values, key in _keys(asker.values, False):
        if None in key:
            continue
        part = np.asarray(values[key])
        new = np.asarray(np.arange(part.size).reshape(part.shape) % 5, part.dtype)
        candidates = [numbers[asker.kind], np.asarray(numbers[asker.kind], part.dtype), new]
        for value in (*candidates, new[..., :1]) if part.ndim and thorough else candidates:
            answer = _write(asker, values, key, value)
            yield answer
            if first and "raised TypeError" in answer[1]:
                return
            first = False
    if asker.space.masks and "bool" in asker.space.dtypes:
        for mask in (asker.values == 1, np.array([False, True])):
            for value in (numbers[asker.kind], np.asarray(numbers[asker.kind], asker.values.dtype)):
                yield _write(asker, asker.values, (mask,), value)


def _write(asker: Asker, values: np.ndarray, key: Key, value: Any) -> tuple[str, str]:
    wanted = values.copy()
    wanted[key] = value

    def written(x: Any) -> Any:
        own = _by(asker, key)
        x[own[0] if len(own) == 1 else own] = asker.space.from_numpy(value) if isinstance(value, np.ndarray) else value
        return x

    return asker.gives(f"{_said(key)} = {_word(value)}", wanted, written, values)
