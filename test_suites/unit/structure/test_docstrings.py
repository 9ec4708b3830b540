"""A docstring is complete, and its source says nothing that the record of the function does."""

from __future__ import annotations

import inspect
import re

import pytest

import aikit
from aikit.core.records import REGISTRY

DECLARED = sorted(name for name, function in REGISTRY.items() if function.kind != "standalone")


@pytest.mark.parametrize("name", DECLARED)
def test_every_parameter_is_described(name: str) -> None:
    function = REGISTRY[name]
    text = inspect.getdoc(function.public) or ""
    described = re.findall(r"^(\*{0,2}[A-Za-z]\w*(?:, \*{0,2}\w+)*) : ", text.partition("Parameters\n---")[2], re.M)
    found = {one.strip("* ") for names in described for one in names.split(",")}
    assert set(function.signature.parameters) <= found


def test_what_the_record_adds() -> None:
    text = aikit.add.__doc__ or ""
    assert "\nout : array to hold the result; see `aikit.Array`.\n" in text
    assert (
        "AikitTypeError : a dtype that is not numeric.\nAikitDtypePromotionError : dtypes without a common one." in text
    )
    assert text.index("Parameters") < text.index("Returns") < text.index("Raises") < text.index("Examples")
    assert "DtypePromotion" not in (aikit.atan2.__doc__ or ""), "every two of its dtypes have a common one"


@pytest.mark.parametrize("name", DECLARED)
def test_no_declaration_repeats_it(name: str) -> None:
    function = REGISTRY[name]
    written, shown = (
        (inspect.cleandoc(text or "")).splitlines() for text in (function.body.__doc__, function.public.__doc__)
    )
    added = [line for line in shown if line.startswith(("out : ", "AikitTypeError : a dtype that is not "))]
    assert len(added) == len(set(added)) and not any(line.startswith("out : array to hold") for line in written)
