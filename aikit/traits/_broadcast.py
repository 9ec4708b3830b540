"""What is known of the lengths to which arrays broadcast."""

from __future__ import annotations

from typing import Any

from aikit.core import shapes
from aikit.traits._ranges import Axis, AxisType, axis_type, length_of
from aikit.traits._static import dynamic, known

_rules: dict[type, Any] = {}


def broadcast_axis(a: Any, b: Any, /) -> Any:
    """The common axis of two: one of length 1 stretches, and of two that are alike the one that is known is taken.

    Takes what `axes` gives, and what `axes_types` does. A class of axes of its own has its rule by
    ``broadcast_axis.register(cls)``, a function of the two.

    Raises
    ------
    AikitBroadcastShapeError : the lengths differ, and neither is 1.
    """
    for cls in (*type(a).__mro__, *type(b).__mro__):
        if cls in _rules:
            return _rules[cls](a, b)
    if all(one is Axis or isinstance(one, AxisType) for one in (a, b)):
        (length,) = broadcast_known_sizes((length_of(a),), (length_of(b),))
        return axis_type(length)
    one, other = a.length, b.length
    if known(one) == 1:
        return b
    if known(other) == 1:
        return a
    (found,) = shapes.broadcast("broadcast_axis", [(dynamic(one),), (dynamic(other),)])
    return next((axis for axis in (a, b) if known(axis.length) == found), a if found is dynamic(one) else Axis(found))


def _register_broadcast(cls: type, /) -> Any:
    """Register the decorated function of two axes as the rule where one is of this class."""

    def put(rule: Any) -> Any:
        _rules[cls] = rule
        return rule

    return put


broadcast_axis.register = _register_broadcast  # type: ignore[attr-defined]


def broadcast_known_sizes(*sizes: Any) -> Any:
    """What is known of the shape to which arrays of these known sizes broadcast; None where a rank is not known.

    Raises
    ------
    AikitBroadcastShapeError : two known lengths differ, and neither is 1.

    Examples
    --------
    >>> from aikit.traits import broadcast_known_sizes
    >>> broadcast_known_sizes((3, None), (1, 1)), broadcast_known_sizes((None,), (3,))
    ((3, None), (3,))
    """
    return None if None in sizes else shapes.broadcast("broadcast_known_sizes", sizes)
