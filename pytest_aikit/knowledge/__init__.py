"""What is known about each public function: what it computes, how closely, and how it is called.

Each record stands in the file of its function's category; `know` is how it gets there, and the way for others' functions.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from pytest_aikit.knowledge.records import Knowledge, gradients_of, is_referred, know, known, of, refer

__all__ = ["Knowledge", "gradients_of", "is_referred", "know", "known", "of", "refer"]

for _category in sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")):
    importlib.import_module(f"{__name__}.{_category}")
