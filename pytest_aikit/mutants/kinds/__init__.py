"""The kinds of mutants, by what they break. A module that is there is found."""

from __future__ import annotations

import importlib
import pkgutil

for _one in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_one.name)
