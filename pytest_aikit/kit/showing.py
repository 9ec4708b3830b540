"""A failure of a class as Python source."""

from __future__ import annotations

import re

from pytest_aikit.cases import literals, showing
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.reporting import snippet


def source(check: str, trial: Trial, failure: CheckFailure) -> str:
    """The call with objects of the class, what it gives, and what it should give.

    A check that calls in another way says so by `pytest_aikit.cases.showing.shown_by`: source that follows that of `function`,
    of `made`, which makes objects of the class, and of `args` and `kwargs`.
    """
    sample = failure.sample or Sample(())
    args, kwargs = (line.replace("xp.asarray(", "made(") for line in literals.arguments(sample))
    shown = failure.shown or showing.PLAIN_CALL
    if "expected" not in shown:
        shown += snippet.expected_line(trial.function, sample, failure)
    text = f"""\
function = aikit.{trial.function.qualified_name}
{_made(trial)}
args = {args}
kwargs = {kwargs}
{shown}"""
    names = [name for name in ("inf", "nan") if re.search(rf"(?<![\w.]){name}\b", text)]
    head = [f"# {check} of {trial.function.qualified_name}: {failure.cause}"]
    head += ["import operator", ""] if "operator." in text else []
    head += ["import numpy as np"]
    head += ["import ml_dtypes"] if "ml_dtypes." in text else []
    head += [f"from numpy import {', '.join(names)}"] if names else []
    return "\n".join([*head, "", "import aikit", _found(trial.adapter.array_class), "", text])


def _made(trial: Trial) -> str:
    """The line that says how objects are made."""
    function = trial.adapter.from_numpy
    if function is None:
        return f"made = {trial.adapter.array_class.__qualname__}"
    name = getattr(function, "__qualname__", "<lambda>")
    if "<" in name:
        return "made = ...  # from_numpy of the adapter"
    return f"from {function.__module__} import {name.partition('.')[0]}\nmade = {name}"


def _found(cls: type) -> str:
    """The line that imports a class."""
    if "<locals>" in cls.__qualname__ or cls.__module__ == "__main__":
        return f"# {cls.__qualname__}: the class"
    return f"from {cls.__module__} import {cls.__qualname__.partition('.')[0]}"
