"""The instruction set that a framework uses in this process: what the processor has, under the framework's own cap.

Four levels tell the kernels apart: ``baseline``, ``avx2``, ``avx512`` and ``avx512_bf16``. What a processor has is asked
of NumPy, so that no framework need be imported.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Mapping, Set
from typing import Any

from pytest_aikit import frameworks
from pytest_aikit.frameworks.records import LEVELS

_FEATURES = (("avx512_bf16", "AVX512BF16"), ("avx512", "AVX512_SKX"), ("avx2", "AVX2"))
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
_CONDITION = re.compile(r"isa\(\s*(\w+)\s*\)\s*(<=|>=|==|!=|<|>)\s*(\w+)")


def features() -> frozenset[str]:
    """The features of the processor that NumPy may use, by its names."""
    from numpy._core._multiarray_umath import __cpu_features__

    return frozenset(name for name, found in __cpu_features__.items() if found)


def level(framework: str, found: Set[str] | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The level of a framework in this process.

    Parameters
    ----------
    found : the features of the processor; those of this one where not given. NumPy's cap is in them already.
    environment : where the caps of the others stand.
    """
    found = features() if found is None else found
    own = next((name for name, feature in _FEATURES if feature in found), LEVELS[0])
    cap = frameworks.of(framework).isa_cap
    return own if cap is None else min(own, cap(environment), key=LEVELS.index)


def condition(text: str) -> bool | None:
    """Whether a condition such as ``isa(jax) < avx512`` holds; None where the text is none.

    Raises
    ------
    ValueError : it names a framework or a level that there is not.
    """
    match = _CONDITION.fullmatch(text.strip())
    if match is None:
        return None
    framework, sign, name = match.groups()
    known = tuple(one.name for one in frameworks.known() if one.isa_cap is not None)
    for kind, given, allowed in (("framework", framework, known), ("level", name, LEVELS)):
        if given not in allowed:
            raise ValueError(f"{given!r} is no {kind}; choose from {', '.join(allowed)}")
    return _COMPARED[sign](LEVELS.index(level(framework)), LEVELS.index(name))
