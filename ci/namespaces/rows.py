"""The namespaces of the table."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

HERE = Path(__file__).parent


class Row(NamedTuple):
    """A namespace of the table, see ``namespaces.toml``."""

    name: str
    namespace: str
    distribution: str
    adapter: str = ""
    dtypes: str = ""
    environment: Mapping[str, str] = MappingProxyType({})


@functools.cache
def known() -> tuple[Row, ...]:
    """The namespaces, in the order of the table."""
    return tuple(Row(**one) for one in tomllib.loads((HERE / "namespaces.toml").read_text())["namespace"])


def named(name: str) -> Row:
    return next(row for row in known() if row.name == name)
