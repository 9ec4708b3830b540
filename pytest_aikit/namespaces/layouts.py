"""Arrays of a namespace that do not lie in memory one element after the other: views, as keys and transposition give them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from pytest_aikit.model import Sample
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.namespaces.trial import Trial
from pytest_aikit.numerics.comparing import same_bits


class Layout(NamedTuple):
    """A layout of arrays.

    Attributes
    ----------
    before : makes of an array the one of which the namespace makes a view with the same elements.
    view : of the namespace and that array of it.
    source : both, of an array `x`.
    """

    before: Callable[[np.ndarray], np.ndarray]
    view: Callable[[Any, Any], Any]
    source: str


LAYOUTS = (
    Layout(
        lambda array: np.repeat(array, 2, axis=-1),
        lambda xp, x: x[..., ::2],
        "xp.asarray(np.repeat(np.asarray(x), 2, axis=-1))[..., ::2]",
    ),
    Layout(
        lambda array: np.flip(array, -1),
        lambda xp, x: x[..., ::-1],
        "xp.asarray(np.flip(np.asarray(x), -1).copy())[..., ::-1]",
    ),
    Layout(
        np.transpose,
        lambda xp, x: xp.permute_dims(x, tuple(range(len(x.shape)))[::-1]),
        "xp.permute_dims(xp.asarray(np.asarray(x).T.copy()), tuple(range(x.ndim))[::-1])",
    ),
)


def calls(trial: Trial) -> Iterator[tuple[Sample, Callable[[], Any], str]]:
    """Calls with arrays in each layout: the sample, what makes the call, and source that does.

    None where the arrays are immutable ones of a framework, which lie as it likes.
    """
    for sample in [] if trial.space.in_turn else _chosen(trial):
        for layout in LAYOUTS:
            made = functools.partial(laid_out, trial.space, layout)
            yield sample, functools.partial(_result, trial, sample, made), _SHOWN.format(layout.source)


def _result(trial: Trial, sample: Sample, made: Callable[[np.ndarray], Any]) -> Any:
    return trial.call(sample, made=made)[0]


def laid_out(space: Namespace, layout: Layout, array: np.ndarray) -> Any:
    """An array of the namespace in a layout; as it comes where the namespace makes no such view, which the check `array` says."""
    if array.ndim:
        try:
            found = layout.view(space.xp, space.from_numpy(np.ascontiguousarray(layout.before(array))))
            if same_bits(np.asarray(space.to_numpy(found)), array):
                return found
        except Exception:
            pass
    return space.from_numpy(array)


def _chosen(trial: Trial) -> list[Sample]:
    """The first call that succeeds with an array of a dimension, and the first one with an array of more."""
    found: dict[bool, Sample] = {}
    for sample, *_ in trial.successes():
        dimensions = [one.ndim for one in sample.arrays if one.size > 1]
        if dimensions:
            found.setdefault(max(dimensions) > 1, sample)
    return list(found.values())


_SHOWN = """\
def laid_out(x):
    return {} if getattr(x, "ndim", 0) else x


got = function(*map(laid_out, args), **{{name: laid_out(x) for name, x in kwargs.items()}})
print("got:     ", repr(got))
"""
