"""A failure of a namespace as Python source, which needs neither aikit nor the plugin."""

from __future__ import annotations

import re

from pytest_aikit.cases import literals
from pytest_aikit.knowledge import standard
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.namespaces import comparing, naming
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.namespaces.trial import Trial
from pytest_aikit.reporting import snippet

SPECIFICATION = f"https://data-apis.org/array-api/{standard.VERSION}/API_specification/"
OPERATOR = """import operator
got = {}(*args)
print("got:     ", repr(got), got.dtype)
"""
REFLECTED = "(lambda x, y: y.{}(x))"
_CALL = """got = function(*args, **kwargs)
print("got:     ", repr(got))
"""


def section_of(name: str) -> str:
    """The page of a function in the standard."""
    prefix, _, own = name.rpartition(".")
    if prefix:
        return f"{SPECIFICATION.replace('API_specification', 'extensions')}generated/array_api.{prefix}.{own}.html"
    return f"{SPECIFICATION}generated/array_api.{own}.html"


def source(check: str, trial: Trial, failure: CheckFailure) -> str:
    """The call, what it gives, and what it should give."""
    space, function = trial.space, trial.function
    sample = failure.sample or Sample(())
    args, kwargs = literals.arguments(sample)
    kwargs = re.sub(r"'dtype': '(\w+)'", r"'dtype': xp.\1", kwargs)
    args, kwargs = re.sub(r"'dtype': None", "'dtype': None", args), kwargs
    shown = failure.shown or _CALL
    if check == "dtype":
        shown += 'print("dtype:   ", got.dtype if hasattr(got, "dtype") else [one.dtype for one in got])\n'
    shown += snippet.expected_line(function, comparing.meant(space, function, sample), failure)
    text = f"function = xp.{function.qualified_name}\nargs = {args}\nkwargs = {kwargs}\n{shown}"
    if space.adapter.from_numpy is not None:
        text = text.replace("xp.asarray(", "from_numpy(")
    names = [name for name in ("inf", "nan") if re.search(rf"(?<![\w.]){name}\b", text)]
    head = [
        f"# {check} of {function.qualified_name}: {failure.cause}",
        f"# {section_of(function.qualified_name)}",
        "import numpy as np",
        *([f"from numpy import {', '.join(names)}"] if names else []),
        *naming.imports(space.name),
        *(["from_numpy = ...  # of the adapter"] if "from_numpy(" in text else []),
    ]
    return "\n".join([*head, "", text])


def expression(space: Namespace, said: str) -> str:
    """What a function that is not of arrays gives."""
    return "\n".join([*naming.imports(space.name), "", f'print("got:     ", {said})', ""])
