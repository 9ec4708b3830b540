"""The ways in which a function is used: called, as a method and an operator, with containers, an override, `out`, wrongly."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import aikit
from aikit.core.arrays import wrap
from pytest_aikit import knowledge, memory
from pytest_aikit.cases import bad_inputs, calling, showing
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Case, Sample


class Use(NamedTuple):
    """One way.

    Attributes
    ----------
    name : in a few words.
    sample : what its arguments are made of, anew for each time.
    call : what is done with them.
    source : the same as source, of the positional arguments `given` and the keywords `options`.
    native : whether the arrays are native ones.
    alike : whether it is an error of a class that another use has, too, which stands for it where shapes are new.
    """

    name: str
    sample: Sample
    call: Callable[..., Any]
    source: str = "function(*given, **options)"
    native: bool = False
    alike: bool = False


class Overriding:
    """Takes over what it is an argument of, and gives itself."""

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return self


OVERRIDING = """\
class Overriding:
    def __aikit_array_function__(self, func, types, args, kwargs):
        return self


"""


def arguments(case: Case, use: Use, change: Callable[[Any], Any] | None = None) -> tuple[list[Any], Any]:
    """Positional and keyword arguments of a use, of arrays that nobody else knows.

    Parameters
    ----------
    change : made of each array of the sample before; not where the values that come of it are refused, and the device does
        not look at them, as where lengths that did not fit do after it.
    """
    given: tuple[Sequence[Any], Mapping[str, Any]] = use.sample.args, use.sample.kwargs
    if change is not None:
        changed = _mapped(change, *given)
        given = given if calling.refuses_values(case, *changed) else changed

    def made(array: Any) -> Any:
        native = backends.native_array(case.cell.backend, array, case.cell.device)
        return native if use.native else wrap(native)

    return _mapped(made, *given)


def _mapped(
    change: Callable[[Any], Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    positional = [memory.mapped(change, value) for value in args]
    return positional, {name: memory.mapped(change, value) for name, value in kwargs.items()}


def of(case: Case) -> Iterator[Use]:
    """The ways in which the function of a case is used, all with small arrays; and all its errors."""
    function = calling.public(case)
    smallest: dict[frozenset[str], Sample] = {}
    for sample in sorted(case.samples, key=_size):
        smallest.setdefault(frozenset(sample.kwargs), sample)
    for sample in smallest.values():
        yield Use("a call", sample, function)
    for sample in sorted(smallest.values(), key=lambda sample: len(sample.kwargs))[:1]:
        yield Use("a call with native arrays", sample, function, native=True)
        yield from _with_first_array(case, function, sample)
        seen: set[type[Exception]] = set()
        for one in reversed([*bad_inputs.bad_inputs(case.function, sample.args, sample.kwargs)]):
            if one.of_values and not backends.looks_at_values(case.cell.device):
                continue
            # the last are those of the function itself
            sample = bad_inputs.sample_of(case, one)
            yield Use(f"an error, {one.label}", sample, function, alike=one.error in seen)
            seen.add(one.error)


def _size(sample: Sample) -> tuple[bool, bool, int]:
    """What has arrays goes before what has none, then what has elements, and then what has fewer."""
    arrays = calling.sampled_arrays(sample)
    return not arrays, any(array.size < 2 for array in arrays), sum(array.size for array in arrays)


def _with_first_array(case: Case, function: Any, sample: Sample) -> Iterator[Use]:
    """The ways that begin with an Array."""
    if not sample.args or not calling.sampled_arrays(Sample(sample.args[:1])) or isinstance(sample.args[0], list):
        return
    symbol, name = knowledge.of(case.function).operator, case.function.name

    def instead(name: str, change: Callable[[Any], Any], source: str) -> Use:
        call = lambda x, *args, **kwargs: function(change(x), *args, **kwargs)  # noqa: E731
        return Use(name, sample, call, f"function({source}, *given[1:], **options)")

    if showing.is_of_aikit(case.function):
        yield instead("an override", lambda x: Overriding(), "Overriding()")
        source = "aikit.Container(a=given[0], b={'c': given[0]})"
        yield instead("containers", lambda x: aikit.Container(a=x, b={"c": x}), source)
    if case.function.has_method:
        call = lambda x, *args, **kwargs: getattr(x, name)(*args, **kwargs)  # noqa: E731
        yield Use("a method", sample, call, f"given[0].{name}(*given[1:], **options)")
    for found in (symbol, f"i{symbol.rstrip('_')}") if symbol else ():
        if hasattr(operator, found):
            yield Use("an operator", sample, getattr(operator, found), f"operator.{found}(*given)")
    if case.function.out and case.function.returns == "array":
        call = lambda *args, **kwargs: function(*args, **kwargs, out=function(*args, **kwargs))  # noqa: E731
        yield Use("a call with out", sample, call, "function(*given, **options, out=function(*given, **options))")
