"""The largest error of each function over all values of float32, and where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytest_aikit.record import Record


def rendered(records: Iterable[Record]) -> Iterator[str]:
    """One line for each function and backend."""
    found = sorted((one for one in records if one.largest is not None), key=lambda one: (one.function, one.backend))
    if not found:
        return
    yield ""
    yield "largest error over all values of float32"
    yield f"{'function':<12}  {'backend':<16}  {'values':>13}  {'ULP':>8}  {'at':<22}  {'got':<22}  exact"
    for record in found:
        one = record.largest
        assert one is not None
        shown = f"{one.argument:<22}  {one.got:<22}  {one.exact}" if one.argument else "none is off"
        yield f"{record.function:<12}  {record.backend:<16}  {one.values:>13,}  {one.ulp:>8.4f}  {shown}"
