"""`python -m pytest_aikit capabilities mypackage`: what the functions of modules serve, as a table in Markdown."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any


def main() -> int:
    """Commands beside those of pytest."""
    parser = argparse.ArgumentParser("python -m pytest_aikit", description=main.__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    printing = commands.add_parser("capabilities", help="print what the functions of modules serve, in Markdown")
    printing.add_argument("module", nargs="+", help="a module, such as mypackage.stats")
    printing.add_argument("--backends", default="", help="the columns, with commas between")
    given = parser.parse_args()
    backends = [part.strip() for part in given.backends.split(",") if part.strip()]
    return _capabilities(printing, given.module, backends)


def _capabilities(parser: argparse.ArgumentParser, modules: Sequence[str], backends: Sequence[str]) -> int:
    from pytest_aikit.reporting.capabilities import functions_of, table

    found: list[Callable[..., Any]] = []
    for name in modules:
        try:
            found += functions_of(importlib.import_module(name))
        except ImportError as error:
            parser.error(f"{name} cannot be imported: {error}")
    if not found:
        parser.error(f"{', '.join(modules)}: no public function is there")
    try:
        print(table(found, backends))
    except (TypeError, ValueError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
