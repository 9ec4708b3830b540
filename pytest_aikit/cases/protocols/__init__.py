"""What has no declaration, as functions of the enumeration: special methods, conversions, functions of functions.

Each is a plain function, which does one thing with arrays and gives what comes of it, in the file of its category; what is
known about it is a record in `pytest_aikit.knowledge`, as for every function.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from pytest_aikit.cases.protocols.declaring import called, known, protocol, source

__all__ = ["called", "known", "protocol", "source"]

for _category in sorted({path.stem for path in Path(__file__).parent.glob("[a-z]*.py")} - {"declaring"}):
    importlib.import_module(f"{__name__}.{_category}")
