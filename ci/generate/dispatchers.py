"""The functions that stand at the front of the public ones, so that they are not compiled at each import."""

from __future__ import annotations

import pathlib

from aikit.core.records import REGISTRY
from aikit.dispatch.fast_path import name_of, source
from ci.generate.files import GENERATED, PACKAGE

HEAD = f'''{GENERATED}
# ruff: noqa: F821
# mypy: ignore-errors
"""What stands at the front of the public functions, one function for each form of signature; see `aikit.dispatch.fast_path`.

A public function is one of these with names of its own: the `TABLE` of the implementations by native type and dtype, and
the `SLOW` path. The names say what the signature is, as `name_of` there reads it.
"""

from aikit.core.records import MISSING

'''


def render() -> dict[pathlib.Path, str]:
    """Path -> what it must hold.

    Raises
    ------
    ValueError : two forms of signature have one name.
    """
    sources: dict[str, str] = {}
    for function in REGISTRY.values():
        if function.kind != "standalone":
            name, text = name_of(function), source(function)
            if sources.setdefault(name, text) != text:
                raise ValueError(f"{function.qualified_name}: another form of signature is called {name}, too")
    texts = (text.replace("def dispatch(", f"def {name}(") for name, text in sorted(sources.items()))
    return {PACKAGE / "dispatch" / "generated.py": "\n\n".join([HEAD, *texts])}
