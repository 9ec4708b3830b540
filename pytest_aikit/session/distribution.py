"""How xdist distributes the suite: all items of a function to one worker, which ever is free next.

A function has the same samples and exact values on all backends, and these are kept by the process that made them. The
functions with the most items go first, so that the workers come to their ends together.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling


class ByFunction(LoadScopeScheduling):
    """Items with one function in their ids are one unit of work, as is any other item."""

    def _split_scope(self, nodeid: str) -> str:
        path, _, name = nodeid.rpartition("::")
        test, bracket, parameters = name.partition("[")
        return f"{path}::{parameters.partition('-')[0]}" if bracket and test.startswith("test_function") else nodeid
