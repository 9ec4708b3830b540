"""Random numbers on NumPy."""

from __future__ import annotations

from aikit.functional.backends.host_random import multinomial, randint, random_normal, random_uniform, shuffle

__all__ = ["multinomial", "randint", "random_normal", "random_uniform", "shuffle"]
