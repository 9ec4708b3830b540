"""The profiles: how much a run draws."""

from __future__ import annotations

from typing import NamedTuple

CHUNKS = 256
"""Into how many chunks all values of float32 are cut."""


class Profile(NamedTuple):
    """How much a run does beside the core samples.

    Attributes
    ----------
    examples : what the tail draws for each function, backend and device.
    all_devices : whether all devices run.
    all_values : whether the functions of one variable are called with all values of float32.
    """

    examples: int
    all_devices: bool = False
    all_values: bool = False


PROFILES = {
    "smoke": Profile(0),
    "default": Profile(10),
    "ci": Profile(25),
    "nightly": Profile(500, all_devices=True),
    "exhaustive": Profile(0, all_values=True),
}
