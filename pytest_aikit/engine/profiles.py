"""The profiles: how much a run draws."""

from __future__ import annotations

from typing import NamedTuple


class Profile(NamedTuple):
    """How much is drawn: the examples of the tail for each function, backend and device; whether all devices run."""

    examples: int
    all_devices: bool = False


PROFILES = {
    "smoke": Profile(0),
    "default": Profile(10),
    "ci": Profile(25),
    "nightly": Profile(500, all_devices=True),
}
