"""The functions about backends and about declared functions; they live where what they manage lives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit import backend_handler, inspection, namespace
from aikit.core import view_writes
from aikit.declare import REGISTRY, standalone

available_backends = standalone(backend_handler.available_backends, category="backend")
current_backend = standalone(backend_handler.current_backend, category="backend")
get_backend = standalone(namespace.get_backend, category="backend")
previous_backend = standalone(backend_handler.previous_backend, category="backend")
register_backend = standalone(backend_handler.register_backend, category="backend")
set_backend = standalone(backend_handler.set_backend, category="backend")
unset_backend = standalone(backend_handler.unset_backend, category="backend")
use_backend = standalone(namespace.use_backend, category="backend")
set_view_write_mode = standalone(view_writes.set_view_write_mode, category="general", convenience=True)
unset_view_write_mode = standalone(view_writes.unset_view_write_mode, category="general", convenience=True)
describe = standalone(inspection.describe, category="backend")
current_backend_str = standalone(backend_handler.current_backend_str, category="general")


@standalone
def overridable_functions() -> list[Callable[..., Any]]:
    """The functions that an ``__aikit_array_function__`` can receive: those with an argument that may hold an array.

    Examples
    --------
    >>> import aikit
    >>> aikit.add in aikit.overridable_functions()
    True
    """
    return [f.public for f in REGISTRY.values() if f.kind != "standalone" and (f.array_parameters or f.out)]
