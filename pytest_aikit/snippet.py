"""A failure as Python source that runs without the plugin, with exactly the bits of the sample."""

from __future__ import annotations

import math
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from pytest_aikit.checks import Check
from pytest_aikit.comparing import worst_place
from pytest_aikit.model import Case, CheckFailure, Sample

HERE = Path(__file__).parent
LONGEST = 400
"""How much of a value is printed."""
TELLING = 1e6
"""An error of more ULP than this says nothing that the difference does not say: beside zero they are astronomic."""

PLAIN_CALL = "got = function(*args, **kwargs)\n"
CALLS = {
    "native_input": (
        "args = [aikit.to_native(arg) if isinstance(arg, aikit.Array) else arg for arg in args]\n" + PLAIN_CALL
    ),
    "method": 'got = getattr(args[0], "{name}")(*args[1:], **kwargs)\n',
    "out": (
        "out = xp.zeros_like(function(*args, **kwargs))\n"
        "got = function(*args, **kwargs, out=out)\n"
        'print("returned is out:", got is out)\n'
    ),
}
"""How the snippet of a check calls the function, where that is not the plain call."""


def source(check: str, case: Case, failure: CheckFailure) -> str:
    """The source that calls the function as the check did, and prints what it gives and what it should give."""
    sample = failure.sample or (case.samples[0] if case.samples else Sample(()))
    cell = case.cell
    device = "" if cell.device == "cpu" else f", device={cell.device!r}"
    args = ", ".join(_argument(value, device) for value in sample.args)
    kwargs = ", ".join(f"{name!r}: {_argument(value, device)}" for name, value in sample.kwargs.items())
    body = "".join(
        (
            f"xp = aikit.get_backend({cell.backend!r})\n",
            f"function = xp.{cell.function.qualified_name}\n",
            f"args = [{args}]\n",
            f"kwargs = {{{kwargs}}}\n",
            CALLS.get(check, PLAIN_CALL).format(name=cell.function.name),
            'print("got:     ", repr(got))\n',
            f'print("expected:", {_expected(failure)})\n',
        )
    )
    return _imports(body, case) + body


def source_or_why_not(check: str, case: Case, failure: CheckFailure) -> str:
    """The source; a comment where a value has no literal, because the finding matters more than how it is shown."""
    try:
        return source(check, case, failure)
    except Exception as error:
        return f"# no snippet: {type(error).__name__}: {error}"


def details(failure: CheckFailure) -> str:
    """The sample, and what was expected and found, in words."""
    lines = [f"sample:   {failure.sample.label}"] if failure.sample is not None and failure.sample.label else []
    if failure.error is not None:
        text = str(failure.error).strip().splitlines() or [""]
        lines.append(f"error:    {type(failure.error).__name__}: {_short(text[0])}")
    if failure.expected is not None:
        lines.append(f"expected: {_shown(failure.expected)}")
    if failure.got is not None:
        lines.append(f"got:      {_shown(failure.got)}")
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
    args = "".join(f"{literal(value)}, " for value in sample.args)
    kwargs = ", ".join(f"{name!r}: {literal(value)}" for name, value in sample.kwargs.items())
    return f"Sample(({args.rstrip()}), {{{kwargs}}}, {sample.label or 'found by the tail'!r})"


# ------------------------------------------------------------------------------------------------ literals


def literal(value: Any) -> str:
    """Python source that evaluates to exactly `value`; names are those that `_imports` brings in."""
    if isinstance(value, np.ndarray):
        return _array_literal(value)
    if isinstance(value, np.generic):
        return f"{_array_literal(np.asarray(value))}[()]"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(literal, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    if type(value) is complex:
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if type(value) is float and math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    if isinstance(value, str):
        return repr(str(value))
    return repr(value)


def _array_literal(array: np.ndarray) -> str:
    """An array by its values where these give back every bit, else by the bits themselves."""
    name = array.dtype.name
    dtype = "ml_dtypes.bfloat16" if name == "bfloat16" else repr(name)
    if array.size == 0:
        return f"np.empty({array.shape}, {dtype})"
    values = array.astype(np.float32).tolist() if name == "bfloat16" else array.tolist()
    text = f"np.array({literal(values)}, {dtype})"
    # the text is what counts: a Python float keeps the payload of a NaN, the word `nan` does not
    if _same_bits(eval(text, {"np": np, "ml_dtypes": ml_dtypes, "inf": np.inf, "nan": np.nan}), array):
        return text
    unsigned = np.dtype(f"uint{8 * (array.itemsize if array.dtype.kind != 'c' else array.itemsize // 2)}")
    bits = np.ascontiguousarray(array).reshape(-1).view(unsigned).tolist()
    return f"np.array({bits}, {unsigned.name!r}).view({dtype}).reshape({array.shape})"


def _same_bits(first: np.ndarray, second: np.ndarray) -> bool:
    return first.shape == second.shape and first.tobytes() == np.ascontiguousarray(second).tobytes()


def _argument(value: Any, device: str) -> str:
    """The source of one argument: host arrays become arrays of the backend."""
    if isinstance(value, np.ndarray):
        return f"xp.asarray({literal(value)}{device})"
    if isinstance(value, (list, tuple)) and any(isinstance(item, np.ndarray) for item in value):
        return f"[{', '.join(_argument(item, device) for item in value)}]"
    return literal(value)


_WIDER = {np.dtype(np.longdouble).name: np.float64, np.dtype(np.clongdouble).name: np.complex128}
"""Types of exact values that have no literals."""


def _expected(failure: CheckFailure) -> str:
    expected = failure.expected
    if isinstance(expected, np.ndarray) and expected.dtype.kind in "biufcV" and expected.size <= 64:
        if expected.dtype.name in _WIDER:
            expected = expected.astype(_WIDER[expected.dtype.name])
        return literal(expected)
    text = failure.cause if expected is None else f"{_shown(expected)} ({failure.cause})"
    return repr(text)


def _imports(body: str, case: Case) -> str:
    lines = ["import aikit"]
    lines += ["import ml_dtypes"] if "ml_dtypes." in body else []
    lines += ["import numpy as np"] if "np." in body else []
    names = [name for name in ("inf", "nan") if name in body]
    lines += [f"from numpy import {', '.join(names)}"] if names else []
    if case.cell.backend == "jax":
        lines += ["import jax", "", f'jax.config.update("jax_enable_x64", {case.x64})']
    return "\n".join(lines) + "\n\n"


def _shown(value: Any) -> str:
    return _short(value if isinstance(value, str) else repr(value))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


# ------------------------------------------------------------------------------------------------ smaller samples


def reduced(check: Check, case: Case, failure: CheckFailure) -> CheckFailure:
    """The failure on fewer elements, where an elementwise function fails on fewer for the same cause."""
    sample = failure.sample
    if sample is None or case.function.category != "elementwise" or not _is_flat(sample):
        return failure
    smallest, count = failure, max(np.size(value) for value in sample.args if isinstance(value, np.ndarray))
    kept = np.arange(count)
    while len(kept) > 1:
        for half in (kept[: len(kept) // 2], kept[len(kept) // 2 :]):
            found = _failure_on(check, case, _elements(sample, half), failure.cause)
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


def _failure_on(check: Check, case: Case, sample: Sample, cause: str) -> CheckFailure | None:
    try:
        check.run(replace(case, samples=(sample,)))
    except CheckFailure as failure:
        return failure if failure.cause == cause else None
    except Exception:
        return None
    return None
