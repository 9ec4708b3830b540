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
    thorough : whether checks that cost much do all that they can: traces of all samples, of one dtype of each kind, and by
        each transform also of what is made of other functions, which are traced by themselves.
    all_values : whether the functions of one variable are called with all values of float32.
    brief : whether what is made beside the core samples is what shows that something works at all: each value of a keyword and
        no pairs of them, no long arrays where each new shape costs, gradients and traces of the calls of the record, and of
        the transforms of a framework the first for all functions.
    in_turn : whether lengths, shapes and keywords take turns with dtypes and are not combined all with all; as the record of a
        framework has it, if not said.
    """

    examples: int
    all_devices: bool = False
    thorough: bool = False
    all_values: bool = False
    brief: bool = False
    in_turn: bool | None = None


PROFILES = {
    "smoke": Profile(0, brief=True, in_turn=True),
    "default": Profile(4),
    "ci": Profile(25, thorough=True, in_turn=False),
    "nightly": Profile(500, all_devices=True, thorough=True, in_turn=False),
    "exhaustive": Profile(0, all_values=True),
}
