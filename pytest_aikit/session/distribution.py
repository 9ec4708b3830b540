"""How xdist distributes the suite: all items of a function to one worker, which ever is free next.

A function has the same samples and exact values on all backends, and these are kept by the process that made them. The
functions with the most items go first, so that the workers come to their ends together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from xdist.scheduler import LoadScopeScheduling


class ByFunction(LoadScopeScheduling):
    """Items with one function in their ids are one unit of work, as is any other item."""

    def add_node_collection(self, node: Any, collection: Any) -> None:
        """Take note of what a worker has collected."""
        super().add_node_collection(node, collection)
        if node in self.registered_collections:
            self.registered_collections[node] = _Places(self.registered_collections[node])

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Take note of an item that is over, and forget a unit of work that is: xdist counts all that it knows each time."""
        item = self.registered_collections[node][item_index]
        scope, work = self._split_scope(item), self.assigned_work[node]
        work[scope][item] = True
        if all(work[scope].values()):
            del work[scope]
        self._reschedule(node)

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


class _Places(list[str]):
    """Items whose place is looked up; xdist looks for that of each, through all of them."""

    def __init__(self, items: Iterable[str]) -> None:
        super().__init__(items)
        self.places = {item: place for place, item in enumerate(self)}

    def index(self, item: str, *_: Any) -> int:
        """The place of an item."""
        return self.places[item]
