"""What is wrong with drawn values: whether they lie where they must, and are distributed as they should be.

Each judge gets the result as an ndarray, and the arguments of the call by name; it returns a few words, or none where it
finds nothing. A right result is called wrong once in 10**12 tests by the Kolmogorov-Smirnov distance, whose limit is that of
Massart (1990, "The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality"), and by moments and counts more than 7
standard deviations away, which leaves as much. All seeds of samples are fixed, so that a verdict is the same at each run.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_ALPHA = 1e-12
_DEVIATIONS = 7.5
_MANY = 1000
"""From so many draws on, means are taken as normal."""


def _distance(units: np.ndarray) -> float:
    """The Kolmogorov-Smirnov distance from the uniform distribution, less its limit."""
    ordered, count = np.sort(units.ravel()), units.size
    steps = np.arange(count + 1) / count
    found = max(np.max(steps[1:] - ordered), np.max(ordered - steps[:-1]))
    return float(found) - math.sqrt(math.log(2 / _ALPHA) / (2 * count))


def _fault_of_units(units: np.ndarray, quantum: float) -> str:
    """What is wrong with numbers that must be drawn evenly from 0 to 1, but for rounding to multiples of a quantum."""
    count = units.size
    if not count or quantum > 0.1:
        return ""
    if _distance(units) > quantum:
        return "not evenly distributed (Kolmogorov-Smirnov)"
    if count < _MANY:
        return ""
    centred = units - 0.5
    limit = _DEVIATIONS / math.sqrt(count)
    if abs(centred.mean()) > limit * math.sqrt(1 / 12) + quantum:
        return "another mean"
    if abs((centred**2).mean() - 1 / 12) > limit * math.sqrt(1 / 180) + quantum:
        return "another variance"
    return _fault_of_bits(units, quantum) or _fault_of_order(centred * math.sqrt(12))


_FINE = 2.0**-44
"""Of numbers with so many bits no four among those that are drawn are as one before: of 10**5 once in 10**17."""


def _fault_of_bits(numbers: np.ndarray, quantum: float) -> str:
    """Whether numbers are drawn again that are one of so many."""
    many = numbers.size >= _MANY and quantum < _FINE
    return "fewer random bits than the dtype has" if many and numbers.size - np.unique(numbers).size > 3 else ""


def _fault_of_order(standard: np.ndarray) -> str:
    """Whether neighbours along some axis, of mean 0 and variance 1, or numbers so far apart, depend on each other."""
    for axis, length in enumerate(standard.shape):
        one, two = (np.take(standard, places, axis) for places in (range(length - 1), range(1, length)))
        if one.size >= _MANY and abs((one * two).mean()) > _DEVIATIONS / math.sqrt(one.size):
            return "neighbours depend on each other"
    return _fault_of_distances(standard.ravel())


_FEW_ALIKE = 9.0
"""Beyond so many standard deviations a number is so rare that two of them are together by chance at some distance."""


def _fault_of_distances(standard: np.ndarray) -> str:
    """Whether numbers at some distance from each other, up to three quarters of all, depend on each other."""
    count = standard.size
    if count < 4 * _MANY or np.abs(standard).max() > _FEW_ALIKE:
        return ""
    sums = np.fft.irfft(np.abs(np.fft.rfft(standard, 2 * count)) ** 2, 2 * count)[1 : count * 3 // 4]
    apart = np.abs(sums) > _DEVIATIONS * np.sqrt(count - np.arange(1, count * 3 // 4))
    return "numbers at a distance depend on each other" if apart.any() else ""


def _as_float(x: Any, dtype: Any) -> np.ndarray:
    return np.asarray(x).astype(dtype).astype(np.float64)


def uniform(got: np.ndarray, *, low: Any, high: Any, **rest: Any) -> str:
    values = got.astype(np.float64)
    least, end = (np.broadcast_to(_as_float(x, got.dtype), got.shape) for x in (low, high))
    inside = (values >= least) & ((values < end) | ((least == end) & (values == end)))
    if not inside.all():
        return "outside of the interval"
    wide = end > least
    if not wide.all():
        return ""
    half = end / 2 - least / 2
    quantum = _spacing(got.dtype) * np.max(np.maximum(abs(least), abs(end)) / half) if got.size else 0
    units = (values / 2 - least / 2) / half
    return _fault_of_units(units, float(quantum)) or ("" if least.any() else _fault_of_least(units))


def _fault_of_least(units: np.ndarray) -> str:
    """Whether numbers next to 0, where every dtype has many, are drawn from a few."""
    least = units[units < 1 / 64]
    return "few different numbers next to 0" if least.size > 100 and np.unique(least).size < least.size / 6 else ""


def _spacing(dtype: Any) -> float:
    return 2.0**-7 if dtype.name == "bfloat16" else float(np.finfo(dtype).eps)


def normal(got: np.ndarray, *, mean: Any, std: Any, **rest: Any) -> str:
    values = got.astype(np.float64)
    centre, deviation = (np.broadcast_to(_as_float(x, got.dtype), got.shape) for x in (mean, std))
    fixed = deviation == 0
    if not np.array_equal(values[fixed], centre[fixed]):
        return "not the mean where the deviation is 0"
    if fixed.any() or not got.size:
        return ""
    standard = (values - centre) / deviation
    quantum = _spacing(got.dtype) * float(np.max((abs(centre) + deviation) / deviation))
    if quantum > 0.1:
        return ""
    if not (abs(standard) < 9 + quantum).all():
        return "too far from the mean"
    below = np.array([math.erfc(-z / math.sqrt(2)) / 2 for z in standard.ravel()])
    if _distance(below) > quantum:
        return "not normally distributed (Kolmogorov-Smirnov)"
    found = _fault_of_moments(standard, quantum) if got.size >= _MANY else ""
    return found or ("" if centre.any() else _fault_of_least(abs(standard)))


def _fault_of_moments(standard: np.ndarray, quantum: float) -> str:
    limit = _DEVIATIONS / math.sqrt(standard.size)
    if abs(standard.mean()) > limit + quantum:
        return "another mean"
    if abs((standard**2).mean() - 1) > limit * math.sqrt(2) + quantum:
        return "another variance"
    tail = math.erfc(3 / math.sqrt(2))
    if abs((abs(standard) > 3).mean() - tail) > limit * math.sqrt(tail) + quantum / 10:
        return "other tails"
    return _fault_of_bits(standard, quantum) or _fault_of_order(standard)


def integers(got: np.ndarray, *, low: Any, high: Any, **rest: Any) -> str:
    least = np.broadcast_to(np.asarray(low).astype(got.dtype), got.shape)
    last = np.broadcast_to(np.asarray(high - 1).astype(got.dtype), got.shape)
    if not ((got >= least) & (got <= last)).all():
        return "outside of the range"
    offsets, spans = (np.subtract(one.astype(np.uint64), least.astype(np.uint64)) for one in (got, last))
    counts = spans.astype(np.float64) + 1
    fault = _fault_of_units((offsets + 0.5) / counts, float(np.max(1 / counts, initial=0)))
    if fault or not got.size:
        return fault
    if (spans == spans.flat[0]).all():
        count = int(spans.flat[0]) + 1
        standard = (offsets.astype(np.float64) - (count - 1) / 2) / math.sqrt(max(count**2 - 1, 1) / 12)
        return _fault_of_counts(offsets, count) or _fault_of_order(standard)
    return ""


def _fault_of_counts(offsets: np.ndarray, count: int) -> str:
    """Whether integers below a count are not drawn as often as each other; of a large one, what they leave divided by 8 and 3."""
    for few in (8, 3) if count > 2**12 else (count,):
        left = (offsets % np.uint64(few)).astype(int).ravel()
        fault = _fault_of_numbers(np.bincount(left, minlength=few), np.full(few, 1 / few))
        if fault:
            return fault
    return ""


def _fault_of_numbers(found: np.ndarray, probabilities: np.ndarray) -> str:
    """Whether categories are not drawn with their probabilities, as far as there are enough draws to tell."""
    wanted = found.sum() * probabilities
    if (found[probabilities == 0] > 0).any():
        return "drawn although its probability is 0"
    apart = abs(found - wanted) > _DEVIATIONS * np.sqrt(wanted * (1 - probabilities)) + 2 * _DEVIATIONS
    return "drawn with other probabilities" if apart.any() else ""


def members(
    got: np.ndarray, *, population_size: int, num_samples: int, batch_size: int, probs: Any, replace: bool, **rest: Any
) -> str:
    if ((got < 0) | (got >= population_size)).any():
        return "no member of the population"
    if not got.size:
        return ""
    weights = np.ones(population_size) if probs is None else probs.astype(np.float64)
    weights = np.broadcast_to(weights / max(np.max(weights), 1), (batch_size, population_size))  # whose sum is finite
    if np.take_along_axis(weights, got, 1).min(initial=1) <= 0:
        return "drawn although its probability is 0"
    if not replace and any(len(set(row)) < num_samples for row in got.tolist()):
        return "drawn twice without replacement"
    if batch_size > 1 and num_samples >= 32 and population_size > 1 and (got == got[0]).all() and len({*got[0]}) > 1:
        return "the same in each row"
    alike = (weights == weights[:1]).all()
    for row in [slice(None)] if alike else range(batch_size):
        shares = weights[0] / weights[0].sum() if alike else weights[row] / weights[row].sum()
        # without replacement, the first and the second of each row alone
        columns = [got[row]] if replace else np.atleast_2d(got[row]).T
        for drawn, wanted in zip(columns, (shares, _of_second(shares)), strict=False):
            fault = _fault_of_numbers(np.bincount(drawn.ravel(), minlength=population_size), wanted)
            if fault:
                return fault
    if alike and not replace and num_samples and len(set(weights[0].tolist())) == 1:
        fault = _fault_of_numbers(
            np.bincount(got[:, -1], minlength=population_size), np.full(population_size, 1 / population_size)
        )
        if fault:
            return fault
    return _fault_of_members(got if replace else got[:, :1], weights)


def _of_second(shares: np.ndarray) -> np.ndarray:
    """The probabilities of the second member that is drawn without replacement."""
    rest = 1 - shares
    odds = np.divide(shares, rest, out=np.zeros_like(shares), where=rest > 0)
    return shares * (odds.sum() - odds)


def _fault_of_members(got: np.ndarray, weights: np.ndarray) -> str:
    """Whether members that are drawn next to each other, or in one row after the other, depend on each other."""
    shares, places = weights / weights.sum(1, keepdims=True), np.arange(weights.shape[1])
    means = shares @ places
    variances = shares @ places**2 - means**2
    open_rows = variances > 1e-6
    return _fault_of_order(((got.T - means) / np.sqrt(variances.clip(1e-6))).T[open_rows])


def shuffled(got: np.ndarray, *, x: np.ndarray, axis: int, **rest: Any) -> str:
    if got.size == 0:
        return ""
    before, after = (_parts(np.moveaxis(one, axis, 0)) for one in (x, got))
    if sorted(before) != sorted(after):
        return "not the parts along the axis"
    length, places = len(before), {part: place for place, part in enumerate(before)}
    if len(places) < length or length < 24:
        return ""
    order = np.array([places[part] for part in after])
    # the number of parts that stay, and of those that follow the one before, are about Poisson variables of mean 1
    if max((order == np.arange(length)).sum(), (np.diff(order) == 1).sum(), (np.diff(order) == -1).sum()) > 20:
        return "parts stay where they are, or together"
    if length >= _MANY:
        steps = (np.arange(length) - (length - 1) / 2) / (length / math.sqrt(12))
        if abs((steps * steps[order]).mean()) > _DEVIATIONS / math.sqrt(length):
            return "places depend on those before"
    return ""


def _parts(array: np.ndarray) -> list[bytes]:
    """The bytes of each part along the first axis, of an array with elements."""
    rows = np.ascontiguousarray(array).reshape(len(array), -1)
    return rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1])))[:, 0].tolist()


def dropped(
    got: np.ndarray, *, x: np.ndarray, prob: float, scale: bool, training: bool, noise_shape: Any, **rest: Any
) -> str:
    source, found = (one.astype(np.float64) for one in (x.astype(got.dtype), got))
    prob = prob if training else 0
    whole = source / (1 - prob) if scale and prob < 1 else source
    with np.errstate(invalid="ignore"):
        near = abs(found - whole) <= 4 * _spacing(got.dtype) * abs(whole) + np.finfo(np.float32).tiny
    is_kept = near | (found == whole) | (np.isnan(found) & np.isnan(whole))
    if not (is_kept | (found == 0)).all():
        return "neither dropped nor the element, as it is to be scaled"
    if prob in (0, 1):
        return "dropped with another probability" if not (is_kept if prob == 0 else found == 0).all() else ""
    if (source == 0).any() or not got.size:
        return ""
    drawn = found == 0
    if noise_shape is not None:
        first = drawn[tuple(slice(0, 1) if length == 1 else slice(None) for length in noise_shape)]
        if not (drawn == first).all():
            return "not dropped together"
        drawn = first
    deviation = math.sqrt(prob * (1 - prob))
    if abs(drawn.mean() - prob) > _DEVIATIONS * deviation / math.sqrt(drawn.size) + 2 * _DEVIATIONS / drawn.size:
        return "dropped with another probability"
    return _fault_of_order((drawn - prob) / deviation)
