"""Code that relies on NumPy's views: chained assignment warns, and the modes "warn" and "error" find the writes."""

from __future__ import annotations

import functools
import gc
import operator
import re
import threading
import warnings
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit.array import chained
from aikit.core import view_writes
from aikit.core.records import REGISTRY
from aikit.functional.backends import reference_counts


class Holder:
    """Something with an attribute and a property."""

    def __init__(self, x: Any) -> None:
        self.attribute = x

    @property
    def found(self) -> Any:
        return self.attribute


@pytest.fixture
def x(xp: Any) -> Any:
    return xp.zeros((4, 3))


# ------------------------------------------------------------------------------------------------ chained assignment


def _index(x: Any) -> None:
    x[0:2][0] = 5.0


def _slice(x: Any) -> None:
    x[0][0:2] = 5.0


def _transpose(x: Any) -> None:
    x.T[0] = 5.0


def _in_place(x: Any) -> None:
    x[0:2][0] += 5.0


def _thrice(x: Any) -> None:
    x[0:2][0:1][0] = 5.0


@pytest.mark.parametrize("statement", [_index, _slice, _transpose, _in_place, _thrice])
def test_chained_assignment_warns(statement: Callable[[Any], None], x: Any) -> None:
    with pytest.warns(aikit.AikitChainedAssignmentWarning, match=r"x\[1, 0\] = 5 for x\[1\]\[0\] = 5") as found:
        statement(x)
    assert [(one.filename, one.lineno) for one in found] == [(__file__, statement.__code__.co_firstlineno + 1)]
    assert aikit.to_list(x) == [[0.0] * 3] * 4


def _generator() -> Any:
    given = yield
    given[0] = 5.0
    yield


def _write_argument(given: Any) -> None:
    given[0] = 5.0


class Overriding(aikit.Array):
    """A subclass whose write calls that of Array."""

    def __setitem__(self, key: Any, value: Any, /) -> None:
        super().__setitem__(key, value)


def test_ordinary_writes_do_not_warn(x: Any) -> None:
    holder, listed, container = Holder(x), [x[0]], aikit.Container(a=x[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x[0] = 5.0
        x[0:2] += 5.0
        x[0][...]
        holder.attribute[0] = holder.found[0] = 5.0
        listed[0][0] = listed[0][0:1] = 5.0
        container.a[0] = container["a"][0] = 5.0
        (row := x[0:2])[0] = 5.0
        row[0] += 1.0
        row += 1.0
        _write_argument(x[0:2])
        for item in x:
            item[0] = 5.0
        [item.__setitem__(0, 5.0) for item in x]
        row.__setitem__(0, 5.0)
        operator.setitem(row, 0, 5.0)
        aikit.Array.__setitem__(row, 0, 5.0)
        functools.reduce(lambda array, place: array.__setitem__(place, 1.0) or array, range(2), x[0:2])
        generator = _generator()
        next(generator)
        generator.send(x[0:2])
        exec("x[0] = 5.0; row = x[0:2]; row[0] = 3.0", {"x": x})
        thread = threading.Thread(target=_write_argument, args=(x[0:2],))
        thread.start()
        thread.join()
        subclass = Overriding()
        subclass._data = x.data
        subclass[0] = 5.0


@pytest.mark.needs("jax")
def test_chained_assignment_is_silent_under_a_trace() -> None:
    require("jax")
    import jax

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        jax.jit(lambda x: _index(x) or x)(aikit.get_backend("jax").zeros((4, 3)))


def test_counts_that_say_nothing_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chained._calibrated(chained._write_to_temporaries, chained._write_to_held) == chained.LONE > 0
    assert chained._calibrated(chained._write_to_held, chained._write_to_held) == 0
    monkeypatch.setattr(reference_counts, "EXACT", False)
    assert chained._calibrated(chained._write_to_temporaries, chained._write_to_held) == 0


# ------------------------------------------------------------------------------------------------ writes through views

VIEWS: dict[str, Callable[[Any], Any]] = {
    "slice": lambda x: x[0:2],
    "row": lambda x: x[0],
    "ellipsis": lambda x: x[...],
    "element": lambda x: x[0, ..., 0],
    "None": lambda x: x[None],
    "iteration": lambda x: next(iter(x)),
    "view of a view": lambda x: x[0:2][0],
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "reshape": lambda x: aikit.reshape(x, (12,)),
    "method": lambda x: x.reshape((12,)),
    "bound": lambda x: x.__array_namespace__().reshape(x, (12,)),
    "permute_dims": lambda x: aikit.permute_dims(x, (1, 0)),
    "moveaxis": lambda x: aikit.moveaxis(x, 0, 1),
    "expand_dims": lambda x: aikit.expand_dims(x, 0),
    "squeeze": lambda x: aikit.squeeze(x, ()),
    "flip": lambda x: aikit.flip(x),
    "broadcast_to": lambda x: aikit.broadcast_to(x, (2, 4, 3)),
    "broadcast_arrays": lambda x: aikit.broadcast_arrays(aikit.zeros_like(x), x)[1],
    "unstack": lambda x: aikit.unstack(x)[0],
    "real": lambda x: aikit.real(x),
    "diagonal": lambda x: aikit.linalg.diagonal(x),
    "matrix_transpose": lambda x: aikit.linalg.matrix_transpose(x),
    "astype": lambda x: aikit.astype(x, x.dtype, copy=False),
    "container": lambda x: aikit.Container(a=x).reshape((12,)).a,
    "container index": lambda x: aikit.Container(a=x)[0].a,
    "NumPy's function": lambda x: np.permute_dims(x, (1, 0)),
}
COPIES: dict[str, Callable[[Any], Any]] = {
    "element": lambda x: x[0, 0],
    "element of a row": lambda x: x[0][0],
    "mask": lambda x: x[x == 0],
    "array": lambda x: x[x.__array_namespace__().asarray([0, 1], dtype="int32")],
    "list": lambda x: x[[0, 1]],
    "sum": lambda x: x + 1,
    "positive": lambda x: +x,
    "copied reshape": lambda x: aikit.reshape(x, (12,), copy=True),
    "array()": lambda x: aikit.array(x),
    "astype": lambda x: aikit.astype(x, x.dtype),
    "another dtype": lambda x: aikit.astype(x, "float16", copy=False),
    "roll": lambda x: aikit.roll(x, 1),
    "tile": lambda x: aikit.tile(x, (1, 1)),
    "numbers": lambda x: aikit.unstack(x[0])[0],
    "conj": lambda x: aikit.conj(x),
    "out": lambda x: aikit.reshape(x, (12,), out=aikit.reshape(x, (12,), copy=True)),
}
WRITES: dict[str, Callable[[Any], Any]] = {
    "item": lambda x: operator.setitem(x, ..., 1.0),
    "in place": lambda x: operator.iadd(x, 1.0),
    "out": lambda x: aikit.multiply(x, 2.0, out=x),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("view", VIEWS)
def test_writes_to_a_view_and_to_what_has_one(view: str, write: str, xp: Any) -> None:
    x = xp.zeros((4, 3))  # no fixture, for pytest would keep it
    y = VIEWS[view](x)
    WRITES[write](y)  # the default mode
    with aikit.set_view_write_mode("error"):
        y = VIEWS[view](x)
        before = aikit.to_list(x), aikit.to_list(y)
        for one in (x, y):
            with pytest.raises(aikit.AikitViewWriteError, match="still in use"):
                WRITES[write](one)
        assert (aikit.to_list(x), aikit.to_list(y)) == before, "nothing is written"
        del y, one
        WRITES[write](x)
        y = VIEWS[view](x)
        del x
        WRITES[write](y)


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_is_no_view(copy: str, x: Any) -> None:
    with aikit.set_view_write_mode("error"):
        y = COPIES[copy](x)
        for write in WRITES.values():
            write(y)
            write(x)


def test_ordinary_code_is_not_reported(x: Any) -> None:
    with aikit.set_view_write_mode("error"):
        x[0:2] += 1.0
        x[0] = x[1]
        x[1:] = x[:-1]
        x[0] = x[1] + x[2]
        x *= x[0]
        for place in range(1, 4):
            x[place] = x[place - 1] + 1.0
        one = x[0, 0]
        x[0, 0] = x[1, 1]
        x[1, 1] = one
        aikit.linalg.matrix_power(x[:3], 2)
        aikit.diff(x)


def test_the_swap_of_rows(x: Any) -> None:
    with aikit.set_view_write_mode("error"):
        a = x[0]
        with pytest.raises(aikit.AikitViewWriteError):
            x[0] = x[1]
        assert a.shape == (3,)


def test_in_place_on_what_is_kept_elsewhere(x: Any) -> None:
    with aikit.set_view_write_mode("error"):
        kept, holder = [x[0:2]], Holder(x[0:2])
        with pytest.raises(aikit.AikitViewWriteError):
            kept[0] += 1.0
        with pytest.raises(aikit.AikitViewWriteError):
            holder.attribute += 1.0


def _line(text: str) -> int:
    with open(__file__, encoding="utf-8") as lines:
        return next(number for number, line in enumerate(lines, 1) if text in line)


def test_both_places_are_told(x: Any) -> None:
    with aikit.set_view_write_mode("warn"):
        part = x[0:2]  # where it is made
        with pytest.warns(aikit.AikitViewWriteWarning) as found:
            part += 1.0  # where it is written to
    made, written = _line("# where it is made"), _line("# where it is written to")
    assert (found[0].filename, found[0].lineno) == (__file__, written)
    assert f"{__file__}:{written} writes to what x[...] made at {__file__}:{made}" in str(found[0].message)
    assert aikit.to_list(part) == [[1.0] * 3] * 2
    assert aikit.to_list(x) == [[0.0] * 3] * 4


def test_bodies_of_functions_may_use_value_semantics(x: Any) -> None:
    with aikit.set_view_write_mode("error"):
        gradient = aikit.vmap(lambda row: row * 2.0)(x)
        gradient[0] = 1.0


def test_modes_and_their_stack(x: Any) -> None:
    fast = aikit.reshape.__globals__["TABLE"]  # type: ignore[attr-defined]
    assert fast
    aikit.set_view_write_mode("warn")
    aikit.set_view_write_mode("error")
    with pytest.raises(aikit.AikitViewWriteError):
        part = x[0:2]
        part += 1.0
    aikit.unset_view_write_mode()
    with pytest.warns(aikit.AikitViewWriteWarning):
        part += 1.0
    with aikit.set_view_write_mode("copy"):
        part += 1.0
    aikit.unset_view_write_mode()
    part += 1.0
    aikit.unset_view_write_mode()  # of an empty stack
    assert not view_writes.watching
    assert aikit.reshape.__globals__["TABLE"] is fast  # type: ignore[attr-defined]
    with pytest.raises(aikit.AikitValueError, match="'copy', 'warn'"):
        aikit.set_view_write_mode("no")
    with pytest.raises(aikit.AikitTypeError, match="mode=3 is a int"):
        aikit.set_view_write_mode(3)  # type: ignore[arg-type]


def test_a_context_may_be_entered_again(x: Any) -> None:
    aikit.set_view_write_mode("warn")
    mode = aikit.set_view_write_mode("error")
    for _ in range(2):
        with mode, pytest.raises(aikit.AikitViewWriteError):
            part = x[0:2]
            part += 1.0
        assert view_writes.SETTING.stack == ["warn"]
    aikit.unset_view_write_mode()
    assert not view_writes.watching


def test_a_context_is_local_to_its_thread(x: Any) -> None:
    errors: list[Exception] = []

    def work() -> None:
        try:
            part = x[0:2]
            part += 1.0
        except Exception as error:
            errors.append(error)

    with aikit.set_view_write_mode("error"):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert errors == []


def test_nothing_is_kept_alive(xp: Any) -> None:
    x = xp.zeros((4, 3))
    gc.collect()
    before = len(view_writes._nodes)
    gc.disable()
    try:
        with aikit.set_view_write_mode("error"):
            for _ in range(3):
                y, rows = x[0:3][0:2], list(x)
                x = aikit.reshape(x, x.shape)
                found = [weakref.ref(one) for one in (y, *rows)]
                del y, rows
                assert [one() for one in found] == [None] * len(found)
        one = weakref.ref(x)
        del x
        assert one() is None
    finally:
        gc.enable()
    assert len(view_writes._nodes) == before


@pytest.mark.needs("jax")
def test_traces_are_silent() -> None:
    require("jax")
    import jax

    def write(x: Any) -> Any:
        part = x[0:2]
        part += 1.0
        x[0] = 3.0
        return x

    with aikit.set_view_write_mode("error"):
        jax.jit(write)(aikit.get_backend("jax").zeros((4, 3)))


# NumPy's own memory says which functions give views there
NUMPYS: dict[str, Callable[[np.ndarray], Any]] = {
    "asarray": np.asarray,
    "astype": lambda x: np.astype(x, x.dtype, copy=False),
    "broadcast_arrays": lambda x: np.broadcast_arrays(x, np.zeros((2, 3, 3))),
    "broadcast_to": lambda x: np.broadcast_to(x, (2, 3, 3)),
    "expand_dims": lambda x: np.expand_dims(x, 0),
    "flip": np.flip,
    "from_dlpack": np.from_dlpack,
    "imag": np.imag,
    "linalg.diagonal": np.linalg.diagonal,
    "matrix_transpose": np.matrix_transpose,
    "moveaxis": lambda x: np.moveaxis(x, 0, 1),
    "permute_dims": lambda x: np.permute_dims(x, (1, 0)),
    "real": np.real,
    "reshape": lambda x: np.reshape(x, (9,)),
    "split": lambda x: np.split(x, 3),
    "squeeze": lambda x: np.squeeze(x[None], 0),
    "swapaxes": lambda x: np.swapaxes(x, 0, 1),
    "to_device": lambda x: x.to_device("cpu"),
    "unstack": lambda x: np.unstack(x),
}
"""Calls that give views; of every other function of NumPy with one array argument, the call with that alone."""


def test_numpys_memory_agrees_with_the_declarations() -> None:
    x = np.ones((3, 3), "complex64")
    for name, function in REGISTRY.items():
        namespace = functools.reduce(lambda found, part: getattr(found, part, None), name.split("."), np)
        call = NUMPYS.get(name, namespace)
        # of a vector `diag` gives no view, and of a matrix one in NumPy that cannot be written to
        if call is None or not function.array_parameters or name in ("asarray", "copy_array", "diag"):
            continue
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                result = call(x)
        except (TypeError, ValueError, np.linalg.LinAlgError):
            continue
        first = result[0] if isinstance(result, (list, tuple)) else result
        assert bool(function.view) == np.shares_memory(first, x), name
    assert {name for name, function in REGISTRY.items() if function.view} == set(NUMPYS)


def test_message_names_the_function_that_writes(x: Any) -> None:
    with aikit.set_view_write_mode("error"):
        part = x[0:2]
        with pytest.raises(aikit.AikitViewWriteError, match=re.escape(f"add(..., out=x) at {__file__}:")):
            aikit.add(part, 1.0, out=part)
