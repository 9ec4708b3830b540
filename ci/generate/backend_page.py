"""The members of the contract for backends, as `docs/backend.md` lists them: written by `python -m ci.generate`."""

from __future__ import annotations

import inspect
import pathlib
import re
from typing import Any

from aikit.functional.backends import protocol
from ci.generate.files import PACKAGE

PAGE = PACKAGE.parent / protocol.PAGE


def render() -> dict[pathlib.Path, str]:
    """Path -> what it must hold: the page with its lists of members up to date."""
    text = PAGE.read_text(encoding="utf-8")
    for contract in (protocol.Required, protocol.Backend):
        members = protocol.members(contract).items()
        listed = "".join(f"- `{_shown(name, member)}`: {_about(member)}\n" for name, member in members)
        before, opening, rest = text.partition(f"<!-- {contract.__name__}: written by python -m ci.generate -->\n")
        _, closing, after = rest.partition(f"<!-- end of {contract.__name__} -->")
        text = f"{before}{opening}\n{listed}\n{closing}{after}"
    return {PAGE: text}


def _shown(name: str, member: Any) -> str:
    """A member as it is written: `version: str`, `to_numpy(x) -> np.ndarray`."""
    if isinstance(member, property):
        return f"{name}: {inspect.signature(member.fget).return_annotation}"  # type: ignore[arg-type]
    signature = str(inspect.signature(getattr(member, "__func__", member))).replace("'", "")
    return name + re.sub(r"self, |: Any\b|, /| -> Any$", "", signature.replace("(self)", "()"))


def _about(member: Any) -> str:
    """What is said of a member, in one line, with the code as Markdown has it."""
    return " ".join((inspect.getdoc(member) or "").split()).replace("``", "`")
