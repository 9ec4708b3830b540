"""How xdist distributes the suite: all items of a function to one worker, which ever is free next.

A function has the same samples and exact values on all backends, and these are kept by the process that made them. The
functions with the most items go first, so that the workers come to their ends together.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling


class ByFunction(LoadScopeScheduling):
    """Items with one function in their ids are one unit of work, as is any other item."""

    def _split_scope(self, nodeid: str) -> str:
        path, _, name = nodeid.rpartition("::")
        test, bracket, parameters = name.partition("[")
        return f"{path}::{parameters.partition('-')[0]}" if bracket and test.startswith("test_function") else nodeid

    def remove_node(self, node: Any) -> str | None:
        """Take away a worker; where it died, its other items go to the next one, and the item on which it died is over."""
        workload = self.assigned_work.pop(node)
        pending = [(unit, item) for unit in workload.values() for item, is_done in unit.items() if not is_done]
        if not pending:
            return None
        unit, crashed = pending[0]
        unit[crashed] = True
        self.workqueue.update({scope: unit for scope, unit in workload.items() if not all(unit.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return crashed

    def schedule(self) -> None:
        """Give work to all workers, also to one that came in the place of another."""
        super().schedule()
        for node in self.nodes:
            # a worker runs its last item once it knows that no other follows
            self._reschedule(node)
