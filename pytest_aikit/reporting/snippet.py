"""A failure as Python source that runs without the plugin, with exactly the bits of the sample."""

from __future__ import annotations

import functools
import re
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import frameworks
from pytest_aikit.cases import literals, protocols, showing
from pytest_aikit.cases.oracle import expected
from pytest_aikit.model import Case, Cell, CheckFailure, Sample
from pytest_aikit.numerics.comparing import TELLING, worst_place

HERE = Path(__file__).parent


LONG_ARRAYS = "from pytest_aikit.cases.samples.lanes import in_lanes"
"""What makes the arrays that are too long to be written out."""


def source(check: str, case: Case, failure: CheckFailure) -> str:
    """The source that calls the function as the check did, and prints what it gives and what it should give."""
    sample = failure.sample or (case.samples[0] if case.samples else Sample(()))
    cell = case.cell
    args, kwargs = literals.arguments(sample, "" if cell.device == "cpu" else f", device={cell.device!r}")
    body = "".join(
        (
            f"xp = aikit.get_backend({cell.backend!r})\n",
            _function(cell),
            f"args = {args}\n",
            literals.one_in_several_places(sample),
            f"kwargs = {kwargs}\n",
            "\n\n" if failure.shown.startswith(("def ", "class ")) else "",
            failure.shown or showing.PLAIN_CALL + expected_line(case.function, sample, failure),
        )
    )
    about = literals.short(" ".join(f"# {check} of {cell.function.qualified_name}: {failure.cause}".split()))
    return f"{about}\n{_imports(body, case)}{body}"


def _function(cell: Cell) -> str:
    """The lines that find the function."""
    function = cell.function
    if showing.is_of_aikit(function):
        return f"function = xp.{function.qualified_name}\n"
    if protocols.known().get(function.qualified_name) is function:
        name, count = function.body.__code__.co_name, len(function.array_parameters)
        return protocols.source(function) + _UNDER_BACKEND.format(backend=cell.backend, name=name, count=count)
    module, name = function.body.__module__, function.name
    return f"function = aikit.namespace.bound({module}.{name}, {cell.backend!r})\n"


_UNDER_BACKEND = """\
def permanent(*args, **kwargs):
    return {name}(*map(aikit.to_aikit, args[:{count}]), *args[{count}:], **kwargs)


def function(*args, **kwargs):
    with aikit.use_backend({backend!r}):
        return permanent(*args, **kwargs)


function.__wrapped__ = permanent
"""


def source_or_why_not(check: str, case: Case, failure: CheckFailure) -> str:
    """The source, or why there is none."""
    return or_why_not(functools.partial(source, check, case), failure)


def or_why_not(source: Callable[[CheckFailure], str], failure: CheckFailure) -> str:
    """The source of a failure; a comment where a value has no literal: the finding matters more than how it is shown."""
    try:
        return source(failure)
    except Exception as error:
        return f"# no snippet: {type(error).__name__}: {error}"


def details(failure: CheckFailure) -> str:
    """The sample, and what was expected and found, in words."""
    lines = [f"sample:   {failure.sample.label}"] if failure.sample is not None and failure.sample.label else []
    if failure.error is not None:
        text = str(failure.error).strip().splitlines() or [""]
        lines.append(f"error:    {type(failure.error).__name__}: {literals.short(text[0])}")
    if failure.expected is not None:
        lines.append(f"expected: {literals.shown(failure.expected)}")
    if failure.got is not None:
        lines.append(f"got:      {literals.shown(failure.got)}")
    worst = _worst(failure)
    if worst:
        lines.append(f"worst:    {worst}")
    return "\n".join(lines)


def _worst(failure: CheckFailure) -> str:
    """The element that is farthest from what it must be: ``at [3]: 1.5 for 1.0, off by 0.5, 4.2e+06 ULP``."""
    said = []
    got, expected = failure.got, failure.expected
    if isinstance(got, np.ndarray) and isinstance(expected, np.ndarray) and got.shape == expected.shape:
        place = worst_place(got, expected)
        if place is not None:
            one, other = got[place], expected[place]
            said.append(f"{f'at {list(place)}: ' if place else ''}{one!s} for {other!s}")
            with np.errstate(all="ignore"):
                distance = np.abs(np.asarray(one).astype(np.clongdouble) - np.asarray(other).astype(np.clongdouble))
            if got.size and np.isfinite(distance) and distance:
                said.append(f"off by {float(distance):.3g}")
    if failure.ulp is not None and failure.ulp < TELLING:
        said.append(f"{failure.ulp:.3g} ULP")
    return ", ".join(said)


def traceback_of(error: BaseException | None) -> str:
    """The traceback of what a call raised and of its causes, without the frames of the check; empty for None."""
    if error is None:
        return ""
    outermost = traceback.TracebackException.from_exception(error)
    found: traceback.TracebackException | None = outermost
    while found is not None:
        frames = (frame for frame in found.stack if not Path(frame.filename).is_relative_to(HERE))
        found.stack = traceback.StackSummary.from_list(frames)
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return "".join(outermost.format())


def sample_source(sample: Sample) -> str:
    """A sample as source that can be pasted in among the core samples."""
    args = "".join(f"{literals.literal(value)}, " for value in sample.args)
    kwargs = ", ".join(f"{name!r}: {literals.literal(value)}" for name, value in sample.kwargs.items())
    return f"Sample(({args.rstrip()}), {{{kwargs}}}, {sample.label or 'found by the tail'!r})"


def expected_line(function: Function, sample: Sample, failure: CheckFailure) -> str:
    """The line that prints what must hold; none where that is not known. Why it does not hold is no part of it."""
    known = failure.expected
    if known is None and failure.error is not None:
        known = _exact(function, sample)
    if known is None:
        return ""
    arrays = known if isinstance(known, tuple) and all(isinstance(one, np.ndarray) for one in known) else (known,)
    return f'print("expected:", {", ".join(map(literals.printable, arrays))})\n'


def _exact(function: Function, sample: Sample) -> Any:
    """The values that a call must give, where it gives none and the reference knows them."""
    try:
        wanted = expected(function, sample)
    except Exception:
        return None
    values = [getattr(one, "exact", None) for one in (wanted if isinstance(wanted, tuple) else (wanted,))]
    return tuple(values) if values and all(value is not None for value in values) else None


def _imports(body: str, case: Case) -> str:
    """What the source needs to be imported; a framework whose 64-bit dtypes are switched is set up as it was."""
    switch = frameworks.of(case.cell.backend).x64
    setup = "" if switch is None else switch.source.format(case.x64)

    def used(name: str) -> bool:
        return re.search(rf"(?<![\w.]){name}\b", f"{setup}\n{body}") is not None

    standard = [f"import {name}" for name in ("copy", "operator", "pickle", "threading") if used(rf"{name}\.")]
    lines = [*standard, "import numpy as np"]
    imports = ["import ml_dtypes", *(one.imported for one in frameworks.known() if one.imported)]
    lines += [line for line in imports if used(rf"{line.rpartition(' ')[2]}\.")]
    names = [name for name in ("inf", "nan") if used(name)]
    lines += [f"from numpy import {', '.join(names)}"] if names else []
    declared_in = case.function.body.__module__
    lines += [f"import {declared_in}"] if used(rf"{declared_in}\.") else []
    lines += ["", "import aikit", *([LONG_ARRAYS] if used("in_lanes") else []), "", "np.set_printoptions(precision=17)"]
    lines += [setup] if setup else []
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------ smaller samples


def reduced(run: Callable[[Any], Any], case: Any, failure: CheckFailure) -> CheckFailure:
    """The failure on fewer elements, where an elementwise function fails on fewer for the same cause.

    `case` : what a check runs on, with a `function` and `samples`.
    """
    sample = failure.sample
    if sample is None or not case.function.elementwise or not _is_flat(sample):
        return failure
    smallest, count = failure, max(np.size(value) for value in sample.args if isinstance(value, np.ndarray))
    kept = np.arange(count)
    while len(kept) > 1:
        for half in (kept[: len(kept) // 2], kept[len(kept) // 2 :]):
            found = _failure_on(run, case, _elements(sample, half), failure.cause)
            if found is not None:
                smallest, kept = found, half
                break
        else:
            break
    return smallest


def _is_flat(sample: Sample) -> bool:
    """Whether the arrays of a sample are of one shape, so that elements can be left out of all of them alike."""
    shapes = {value.shape for value in sample.args if isinstance(value, np.ndarray)}
    return len(shapes) == 1 and not any(isinstance(value, np.ndarray) for value in sample.kwargs.values())


def _elements(sample: Sample, kept: np.ndarray) -> Sample:
    def pick(value: Any) -> Any:
        return value.reshape(-1)[kept] if isinstance(value, np.ndarray) else value

    return replace(sample, args=tuple(map(pick, sample.args)))


def _failure_on(run: Callable[[Any], Any], case: Any, sample: Sample, cause: str) -> CheckFailure | None:
    try:
        run(replace(case, samples=(sample,)))
    except CheckFailure as failure:
        return failure if failure.cause == cause else None
    except Exception:
        return None
    return None
