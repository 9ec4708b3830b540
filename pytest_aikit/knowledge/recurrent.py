"""Layers that go step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from aikit.exceptions import AikitValueError
from pytest_aikit.knowledge.bounds import ACCELERATOR, Bounds, on
from pytest_aikit.knowledge.calls import ArraySpec, N, all_dtypes, bad, mixed_dtypes, row
from pytest_aikit.knowledge.keywords import Keywords, array
from pytest_aikit.knowledge.keywords import layers as keywords
from pytest_aikit.knowledge.records import FORTH_AND_BACK, Gradient, Need, Trace, has_infinities, know
from pytest_aikit.knowledge.reference import recurrent


def _cell(*stack: int, steps: int = 3, width: int = 2, features: int = 4) -> tuple[ArraySpec, ...]:
    """The arrays of an LSTM cell: its input, its states, and its weights."""
    shapes = (*stack, steps, features), (*stack, width), (*stack, width), (features, 4 * width), (width, 4 * width)
    return tuple(ArraySpec(shape, "probabilities") for shape in shapes)


GATES = ArraySpec((8,), "probabilities")


def _slight(dtype: str) -> np.ndarray:
    """Numbers of which many may be added up, and no gate is open or shut."""
    return (np.arange(97) * 37 % 97 - 48) / 512


_WIDE = [replace(one, values=_slight) for one in (*_cell(1, steps=1, width=17, features=2), *[ArraySpec((68,))] * 2)]

know(
    "lstm_update",
    keywords=Keywords(
        values={"stack": keywords.STACKS, "bias": (None, "gates"), "recurrent_bias": (None, "gates")},
        call=keywords.lstm_update,
    ),
    sizes=(row(*(replace(one, shape=(N, *one.shape)) for one in _cell()[:3]), *_cell()[3:], label="stack"),),
    reference=recurrent.lstm_update,
    bounds=Bounds(real=2, why="0.55 was seen, of a scale that takes each gate to be as large as the largest"),
    scale=recurrent.scale_of_lstm_update,
    sign_of_zero="open",
    calls=(
        mixed_dtypes(*_cell()),
        *all_dtypes(row(*_cell(2)), row(*_cell(2), bias=GATES, recurrent_bias=GATES)),
        row(*_cell(), label="no stack"),
        row(*_cell(2, 3), bias=GATES, label="stack of stacks"),
        row(*_cell(2, steps=0), label="no steps"),
        row(*_cell(0), label="size 0"),
        row(ArraySpec((3, 2, 4)), *_cell(2)[1:], time_major=True),
    ),
    bad=(
        bad(AikitValueError, "vector", ArraySpec((4,)), *_cell()[1:]),
        bad(AikitValueError, "other features", ArraySpec((3, 5)), *_cell()[1:], words=("kernel", "(4, 8)")),
        bad(AikitValueError, "other state", _cell()[0], ArraySpec((3,)), *_cell()[2:], words=("init_h", "(3,)")),
        bad(AikitValueError, "other gates", *_cell()[:3], ArraySpec((4, 6)), _cell()[4], words=("kernel", "(4, 6)")),
        bad(AikitValueError, "other bias", *_cell(), bias=ArraySpec((2,)), words=("bias", "(2,)")),
    ),
    trace=Trace(needs=(Need("lengths", "each step is a part of the input"),)),
    gradient=Gradient(long=(row(*_WIDE[:5], bias=_WIDE[5], recurrent_bias=_WIDE[6]),), open=has_infinities),
)


def _layers(
    *stack: Any,
    num_layers: int = 1,
    bidirectional: bool = False,
    has_biases: bool = False,
    batch: Any = 2,
    width: int = 2,
    features: Any = 3,
) -> tuple[Any, ...]:
    """The arguments of LSTM layers: an input of a shape without its features, states, weights, and numbers."""
    places = num_layers * (2 if bidirectional else 1)
    shapes = [(4 * width, features), (4 * width, width), (4 * width,), (4 * width,)][: 4 if has_biases else 2]
    above = [(4 * width, width * (2 if bidirectional else 1)), *shapes[1:]]
    of_all = [one for place in range(places) for one in (shapes if place < places // num_layers else above)]
    shapes = [(*stack, features), *[(places, batch, width)] * 2, *of_all]
    arrays = [array(shape, keywords.signed, number) for number, shape in enumerate(shapes)]
    return arrays[0], arrays[1:3], arrays[3:], has_biases, num_layers, 0.0, False, bidirectional


def _with(place: int, value: Any, *, of: tuple[Any, ...] = _layers(3, 2)) -> tuple[Any, ...]:
    """The arguments with another one in a place."""
    return (*of[:place], value, *of[place + 1 :])


def _with_weight(place: int, value: Any) -> tuple[Any, ...]:
    """The arguments of two layers with another array in a place of the weights."""
    layers = _layers(3, 2, num_layers=2, has_biases=True)
    return _with(2, [*layers[2][:place], value, *layers[2][place + 1 :]], of=layers)


def _drops(
    input: Any,
    states: Any,
    weights: Any,
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    *args: Any,
    **options: Any,
) -> bool:
    """Whether something is dropped between layers."""
    return bool(train and dropout and num_layers > 1)


know(
    "lstm",
    keywords=Keywords(
        values={
            "num_layers": (1, 3),
            "dropped": ((False, 0.5), (True, 1.0)),
            "sizes": (None, "equal", "falling"),
        },
        made=("batch_sizes", "initial_states", "all_weights", "train", "dropout"),
        call=keywords.lstm,
    ),
    sizes=(
        row(*_layers(2, N, batch=N), label="batch"),
        row(*_layers(2, 2, features=N), label="features"),
    ),
    reference=recurrent.lstm,
    bounds=Bounds(
        real=2,
        wider_on=(on(ACCELERATOR, float32=64),),
        why="as of `lstm_update`, by a scale that takes each gate to be as large as the largest; seen are 36 of cuDNN's",
    ),
    scale=recurrent.scale_of_lstm,
    gradient=Gradient(
        bounds=Bounds(
            real=FORTH_AND_BACK,
            wider_on=(on(ACCELERATOR, float32=256),),
            why="as of the values, forth and back; seen are 205, of the first state",
        ),
        open=has_infinities,
    ),
    sign_of_zero="open",
    calls=(
        mixed_dtypes(*_layers(3, 2)),
        *all_dtypes(
            row(*_layers(3, 2, has_biases=True)),
            row(*_layers(3, 2, num_layers=2, bidirectional=True)),
            row(*_layers(6, batch=3, bidirectional=True), batch_sizes=(3, 2, 1)),
        ),
        row(*_layers(2, 3), batch_first=True, label="batch first"),
        row(*_layers(9, batch=4, num_layers=2), batch_sizes=[4, 4, 1], label="sequences that end together"),
        row(*_layers(1, 2), label="one step"),
        row(*_layers(0, 2), label="no steps"),
        row(*_layers(0, 2, num_layers=2, bidirectional=True), label="no steps, two directions"),
        row(*_layers(3, 0, batch=0), label="no batch"),
        row(*_layers(3, 2, features=0), label="no features"),
        row(*_with(6, True, of=_with(5, 0.5)), label="dropout of one layer"),
        row(*_with(6, True, of=_layers(3, 2, num_layers=2)), label="dropout of nothing"),
    ),
    bad=(
        bad(AikitValueError, "matrix", *_with(0, ArraySpec((3, 3))), words=("input", "(3, 3)")),
        bad(
            AikitValueError, "three states", *_with(1, [_layers(3, 2)[1][0]] * 3), words=("initial_states", "3 arrays")
        ),
        bad(AikitValueError, "too few weights", *_with(2, _layers(3, 2)[2][:1]), words=("all_weights", "1 arrays")),
        bad(AikitValueError, "biases that are not said", *_with(3, True), words=("all_weights", "has_biases=True")),
        bad(AikitValueError, "no layers", *_with(4, 0), words=("num_layers=0",)),
        bad(AikitValueError, "no probability", *_with(5, -0.5), words=("dropout=-0.5",)),
        bad(AikitValueError, "other features", *_with(0, ArraySpec((3, 2, 4))), words=("w_ih of layer 0", "(8, 4)")),
        bad(AikitValueError, "other batch", *_with(0, ArraySpec((3, 4, 3))), words=("initial_states: h", "(1, 4, 2)")),
        bad(AikitValueError, "batch last", *_layers(3, 2), batch_first=True, words=("initial_states: h", "(1, 3, 2)")),
        bad(
            AikitValueError,
            "other gates",
            *_with(2, [ArraySpec((6, 3)), ArraySpec((8, 2))]),
            words=("w_ih of layer 0", "(6, 3)"),
        ),
        bad(AikitValueError, "a vector of weights", *_with(2, [ArraySpec((8, 3)), ArraySpec((8,))]), words=("(8,)",)),
        bad(AikitValueError, "no sequence", *_layers(6, batch=3), batch_sizes=(), words=("batch_sizes=()",)),
        bad(AikitValueError, "growing", *_layers(6, batch=1), batch_sizes=(1, 2, 3), words=("batch_sizes=(1, 2, 3)",)),
        bad(AikitValueError, "rows", *_layers(6, batch=3), batch_sizes=(3, 2), words=("adds up to 5", "6 rows")),
        bad(AikitValueError, "negative", *_layers(2, batch=3), batch_sizes=(3, -1), words=("batch_sizes=(3, -1)",)),
        bad(
            AikitValueError,
            "nothing at the end",
            *_layers(3, batch=3),
            batch_sizes=(3, 0),
            words=("batch_sizes=(3, 0)",),
        ),
        bad(AikitValueError, "not packed", *_layers(3, 2), batch_sizes=(2, 2, 2), words=("(rows, in)",)),
        *(
            bad(
                AikitValueError,
                f"{word} of a layer",
                *_with_weight(place, ArraySpec((1,))),
                words=(f"{word} of layer 1", "(1,)"),
            )
            for place, word in enumerate(("w_ih", "w_hh", "b_ih", "b_hh"), 4)
        ),
    ),
    trace=Trace(
        needs=(
            Need("lengths", "each step is a part of the input"),
            Need("values", "what is dropped is drawn anew in each call", _drops),
        )
    ),
)
