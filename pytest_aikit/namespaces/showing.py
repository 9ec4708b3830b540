"""A failure of a namespace as Python source, which needs neither aikit nor the plugin."""

from __future__ import annotations

import re

import numpy as np

from aikit.core.records import Function
from pytest_aikit.cases import literals
from pytest_aikit.cases.oracle import expected
from pytest_aikit.knowledge import standard
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.namespaces import comparing, naming
from pytest_aikit.namespaces.subject import Namespace

SPECIFICATION = f"https://data-apis.org/array-api/{standard.VERSION}/API_specification/"
OPERATOR = """import operator
got = operator.{}(*args, **kwargs)
print("got:     ", repr(got), got.dtype)
"""
_CALL = """got = function(*args, **kwargs)
print("got:     ", repr(got))
"""


def section_of(name: str) -> str:
    """The page of a function in the standard."""
    prefix, _, own = name.rpartition(".")
    if prefix:
        return f"{SPECIFICATION.replace('API_specification', 'extensions')}generated/array_api.{prefix}.{own}.html"
    return f"{SPECIFICATION}generated/array_api.{own}.html"


def source(check: str, space: Namespace, function: Function, failure: CheckFailure) -> str:
    """The call, what it gives, and what it should give."""
    sample = failure.sample or Sample(())
    args, kwargs = literals.arguments(sample)
    kwargs = re.sub(r"'dtype': '(\w+)'", r"'dtype': xp.\1", kwargs)
    args, kwargs = re.sub(r"'dtype': None", "'dtype': None", args), kwargs
    shown = failure.shown or _CALL
    if check == "dtype":
        shown += 'print("dtype:   ", got.dtype if hasattr(got, "dtype") else [one.dtype for one in got])\n'
    wanted = _expected(space, function, sample, failure)
    shown += f'print("expected:", {wanted})\n' if wanted else ""
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


def _expected(space: Namespace, function: Function, sample: Sample, failure: CheckFailure) -> str:
    known = failure.expected
    if failure.error is not None:
        try:
            wanted = expected(function, comparing.meant(space, function, sample))
            known = tuple(one.exact for one in (wanted if isinstance(wanted, tuple) else (wanted,)))
        except Exception:
            return ""
    if known is None:
        return ""
    arrays = known if isinstance(known, tuple) and all(isinstance(one, np.ndarray) for one in known) else (known,)
    return ", ".join(map(literals.printable, arrays))
