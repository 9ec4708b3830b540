"""Gradients of the losses of references, by central differences of fourth order in the references' wider type."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import kept, literals
from pytest_aikit.cases.gradients import losses, variables
from pytest_aikit.cases.gradients.variables import Variable
from pytest_aikit.model import Sample
from pytest_aikit.numerics import wide

STEP = 2.0**-14
"""Relative to the element, brought into `_MAGNITUDES`: a power of two, so that it adds exactly to values of few digits."""
_MAGNITUDES = 2.0**-6, 2.0**3
ACCURACY = 1e-10 if wide.EXTENDED else 1e-7
"""Of the differences, relative to the scale of errors: the step to the fourth, and the type of the reference over it."""
_KINK = 1e-4
"""How far the differences to the two sides, of second order, may be apart, relative to them, where there is no kink."""
MOST_ELEMENTS = 60
"""Of an array whose elements are moved one by one: each takes four calls of the reference."""


_MIDDLE = 2.0**-10, 2.0**10
"""Of arguments between these a slope may be made of the result, as 1 - tanh(x)**2 is. Beyond them such a one is 0, as no
exponential of -x is left in float64, or the slope is that of a line."""


class Slopes(NamedTuple):
    """The gradient with respect to one variable.

    Attributes
    ----------
    values : NaN where there is a kink.
    scale : the magnitude by which errors are measured: of the terms that a slope is the sum of. For elementwise functions
        also of what the rounding of the argument, and of the result, changes in them; for the others the greatest.
    error : how far off the values themselves may be; beside it, where it is 0, `ACCURACY`.
    """

    values: np.ndarray
    scale: np.ndarray
    error: Any = 0.0


_KNOWN: dict[Any, Slopes] = {}
"""Those that were computed: they are the same for all backends, and for all dtypes that hold the values of the call."""


_KNOWN_ALONG: dict[Any, tuple[float, float]] = {}


def slopes(function: Function, sample: Sample, variable: Variable) -> Slopes:
    """The gradient of the loss of the reference."""
    sample = variables.widened(sample)
    key = function.qualified_name, variable, _frozen((sample.args, *sample.kwargs.items()))
    if key not in _KNOWN:
        compute = _at_once if function.elementwise else _one_by_one
        content = variable, sample.key
        _KNOWN[key] = kept.once(function, "slopes", content, lambda: compute(function, sample, variable))
    return _KNOWN[key]


def steps(x: np.ndarray) -> np.ndarray:
    """How far each element is moved."""
    return STEP * 2.0 ** np.floor(np.log2(np.clip(np.abs(x), *_MAGNITUDES)))


def _at_once(function: Function, sample: Sample, variable: Variable) -> Slopes:
    """All elements moved at once: an element of the result depends on nothing but those in its place."""
    shape = np.broadcast_shapes(*(variables.at(sample.args, sample.kwargs, p).shape for p in literals.places(sample)))
    x = variables.value(sample, variable)
    sample = variables.mapped(sample, lambda array: np.broadcast_to(array, shape))
    wide_x = variables.value(sample, variable)
    found = _Five(function, sample, variable, steps(wide_x))
    return Slopes(_summed(found.slope, x.shape), _summed(found.scale(wide_x), x.shape))


def slopes_over_the_range(function: Function, sample: Sample, variable: Variable) -> Slopes:
    """The gradient of an elementwise function of arrays of one shape, whose numbers may be next to overflow and underflow.

    It is that of steps as for ordinary numbers, or, where that is nearer, as where these lead over a pole or are rounded away,
    of steps as large beside each number; NaN where neither tells it.
    """
    sample = variables.widened(sample)

    def compute() -> Slopes:
        x = variables.value(sample, variable)
        with np.errstate(all="ignore"):
            found = _told_by(function, sample, variable, steps(x))
            if knowledge.of(function).gradient.waves:
                return found
            others = _told_by(function, sample, variable, STEP * 2.0 ** np.floor(np.log2(np.where(x, np.abs(x), 1))))
            nearer = found.error <= others.error
            return Slopes(*(np.where(nearer, *pair) for pair in zip(found, others, strict=True)))

    return kept.once(function, "slopes over the range", (variable, sample.key), compute)  # type: ignore[no-any-return]


_DIGITS_OF_REFERENCES, _DIGITS_OF_STEPS = 50, 40
"""So many bits of a value of a reference are right at the least; and an element has so many before a step, which is added whole."""


def _told_by(function: Function, sample: Sample, variable: Variable, step: np.ndarray) -> Slopes:
    """The slopes that differences of such steps tell, and how far they may be off, which is infinite where there is none."""
    x, found = variables.value(sample, variable), _Five(function, sample, variable, step, relative=True)
    rounding = 2.0**-_DIGITS_OF_REFERENCES * found.greatest / step
    # of the step to the fourth, where that of less order errs by its square
    error = 8 * rounding + 4 * found.unlike**2 * found.magnitude
    error = error + ACCURACY * (found.magnitude + np.abs(x) * found.curvature)
    told = np.isfinite(found.slope) & np.isfinite(error) & (np.abs(x) <= step * 2.0**_DIGITS_OF_STEPS)
    amplified = knowledge.of(function).gradient.amplified
    scale = found.scale(x) * (1 if amplified is None else amplified(*sample.args))
    return Slopes(np.where(told, found.slope, np.nan), scale, np.where(told, error, np.inf))


def _summed(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The sum over what an array of a shape was broadcast to."""
    new = array.ndim - len(shape)
    axes = (*range(new), *(new + axis for axis, length in enumerate(shape) if length == 1))
    return np.sum(array, axis=axes, keepdims=True).reshape(shape)


def _one_by_one(function: Function, sample: Sample, variable: Variable) -> Slopes:
    x = variables.value(sample, variable)
    length, values, scale = steps(x), np.empty(x.shape), np.empty(x.shape)
    here = losses.terms(function, variables.moved(function, sample, variable, np.zeros(x.shape)))
    for element in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[element] = length[element]
        found = _Five(function, sample, variable, step, length[element], here)
        values[element], scale[element] = found.total(found.slope), found.total(found.magnitude)
    greatest = np.max(scale, initial=_least(function, variable, here), where=np.isfinite(values))
    return Slopes(values, np.full(x.shape, greatest))


def _least(function: Function, variable: Variable, terms: list[np.ndarray]) -> float:
    """The scale of errors where all slopes vanish: of sums of terms that cancel."""
    if variables.name(function, variable) in knowledge.of(function).gradient.cancels:
        return float(sum(np.sum(np.abs(term)) for term in terms))
    return float(min(max((np.max(np.abs(term), initial=0) for term in terms), default=0), 1)) / 8


def along(function: Function, sample: Sample, variable: Variable, direction: np.ndarray) -> tuple[float, float]:
    """The derivative of the loss of the reference along a direction, and the magnitude of the terms in it."""
    sample = variables.widened(sample)
    unknown = sample.part == "keywords"  # no record says whether these calls are well-conditioned
    key = (
        function.qualified_name,
        variable,
        direction.tobytes(),
        unknown,
        _frozen((sample.args, *sample.kwargs.items())),
    )
    if key not in _KNOWN_ALONG:

        def compute() -> tuple[float, float]:
            found = _Five(function, sample, variable, STEP * direction, STEP)
            scale = float(found.total(found.magnitude)) + _least(function, variable, found.here)
            if unknown:
                scale += float(found.total(found.curvature))
            return float(found.total(found.slope)), scale

        content = variable, direction.tobytes(), unknown, sample.key
        _KNOWN_ALONG[key] = kept.once(function, "slope along", content, compute)
    return _KNOWN_ALONG[key]


def second(
    function: Function, sample: Sample, moving: tuple[Variable, ...], along: Any, beside: Any
) -> tuple[float, float]:
    """The second derivative of the loss of the reference in two directions, and the magnitude of the terms in it.

    It is that of a step and that of half of it, extrapolated; NaN where they are apart: there is a kink.
    """
    sample = variables.widened(sample)

    def at(one: float, other: float) -> list[np.ndarray]:
        moved = sample
        for variable, first, last in zip(moving, along, beside, strict=True):
            moved = variables.moved(function, moved, variable, one * first.astype(float) + other * last.astype(float))
        return losses.terms(function, moved)

    def of_step(h: float) -> tuple[float, float]:
        corners = zip(at(h, h), at(h, -h), at(-h, h), at(-h, -h), strict=True)
        terms = [(a - b - c + d) / (4 * h * h) for a, b, c, d in corners]
        return float(sum(map(np.sum, terms))), float(sum(np.sum(np.abs(term)) for term in terms))

    def compute() -> tuple[float, float]:
        (value, scale), (nearer, _) = of_step(2.0**-9), of_step(2.0**-10)
        # where all terms are 0, what they are beside tells the scale
        around = at(0, 0) + at(2.0**-9, 2.0**-9)
        scale += max(_least(function, variable, around) for variable in moving)
        return (4 * nearer - value) / 3 if abs(value - nearer) <= 1e-3 * scale else float("nan"), scale

    content = moving, [[one.tobytes() for one in both] for both in (along, beside)], sample.key
    return kept.once(function, "second slope", content, compute)  # type: ignore[no-any-return]


class _Five:
    """The loss at five points, `step` apart, and what follows of it, each term by itself.

    Parameters
    ----------
    length : the length of a step where it is one for all terms.
    relative : whether what is small beside nothing but 1 is looked at as what is large.
    """

    def __init__(
        self,
        function: Function,
        sample: Sample,
        variable: Variable,
        step: np.ndarray,
        length: Any = None,
        here: list[np.ndarray] | None = None,
        relative: bool = False,
    ) -> None:
        def moved(number: int) -> list[np.ndarray]:
            return losses.terms(function, variables.moved(function, sample, variable, number * step))

        points = [moved(-2), moved(-1), moved(0) if here is None else here, moved(1), moved(2)]
        size = step if length is None else length
        self.here = points[2]
        per_term = [self._of_term(np.stack(five), size, not relative) for five in zip(*points, strict=True)]
        self.slope: Any
        self.magnitude: Any
        self.unlike: Any
        self.greatest: Any
        self.slope, self.magnitude, self.curvature, self.unlike, self.greatest = (
            sum(column) if length is None else list(column) for column in zip(*per_term, strict=True)
        )

    def scale(self, x: np.ndarray) -> np.ndarray:
        """The magnitude by which errors of slopes of elements are measured, see `Slopes`."""
        here, size = sum(map(np.abs, self.here), np.zeros(x.shape)), np.abs(x)
        of_results = np.where((_MIDDLE[0] < size) & (size < _MIDDLE[1]), np.minimum(here, 1), 0)
        return np.asarray(self.magnitude + size * self.curvature + of_results)

    @staticmethod
    def _of_term(five: np.ndarray, size: Any, beside_1: bool) -> tuple[np.ndarray, ...]:
        before, left, here, right, after = five
        slope = (8 * (right - left) - (after - before)) / (12 * size)
        sides = (3 * here - 4 * left + before) / (2 * size), (4 * right - 3 * here - after) / (2 * size)
        # a jump in the middle is seen by none of the sides
        central = (right - left) / (2 * size), (after - before) / (4 * size)
        apart = np.maximum(np.abs(sides[0] - sides[1]), np.abs(central[0] - central[1]))
        greatest = np.maximum(*map(np.abs, sides))
        least = 1 + np.abs(here) if beside_1 else 0
        smooth = apart <= _KINK * np.maximum(greatest, 1e-3 * least)
        # where the curvature jumps, as that of x * abs(x) does at 0, the differences are of second order alone
        # divided twice, for the square of a step beside a small number is 0
        bends = (before - 2 * left + here) / size / size, (here - 2 * right + after) / size / size
        jump, most = np.abs(bends[0] - bends[1]), np.maximum(*map(np.abs, bends))
        smooth &= jump <= np.maximum(most / 2, np.sqrt(size) * np.maximum(greatest, least))
        unlike = np.abs(slope - central[0]) / np.where(slope == 0, 1, np.abs(slope))
        curvature, most = np.abs(right - 2 * here + left) / size / size, np.max(np.abs(five), axis=0)
        return np.where(smooth, slope, np.nan), np.abs(slope), curvature, unlike, most

    @staticmethod
    def total(terms: Any) -> Any:
        return sum(np.sum(term) for term in terms)


def _frozen(argument: Any) -> Any:
    """The arguments of a call as a key."""
    if isinstance(argument, (list, tuple)):
        return tuple(map(_frozen, argument))
    if isinstance(argument, np.ndarray):
        return argument.shape, argument.dtype, argument.tobytes()
    return repr(argument)  # slices are no keys, and True is not 1
