"""Mutants: backends that are broken on purpose, one fault each, to see that a check finds it.

`records` says what a kind of mutant is, `kinds` has all of them, `planting` puts a mutant in its place and takes it out
again, `drawing` chooses mutants by a seed, `judging` runs the checks on the cells that can see one, and `proofs` proves
those that are no mutants at all.
"""

from __future__ import annotations

from pytest_aikit.mutants import kinds
from pytest_aikit.mutants.drawing import draw
from pytest_aikit.mutants.judging import judge
from pytest_aikit.mutants.records import KINDS, Kind, Mutant, Target

__all__ = ["KINDS", "Kind", "Mutant", "Target", "draw", "judge", "kinds"]
