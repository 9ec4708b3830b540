"""What the equation of a sum of products may say, and what its arrays must be like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aikit.core.shapes import broadcast, rank_of, shape_of
from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError, AikitValueError

ELLIPSIS = "..."


class Equation(NamedTuple):
    """An equation, read: the labels of each array, and those of the result."""

    terms: tuple[str, ...]
    output: str

    def __str__(self) -> str:
        return f"{','.join(self.terms)}->{self.output}"


def read(name: str, equation: Any, number: int) -> Equation:
    """The equation of so many arrays, with the labels of the result written out.

    Raises
    ------
    AikitTypeError : no string.
    AikitValueError : another number of arrays, or what is no equation.
    """
    if not isinstance(equation, str):
        raise AikitTypeError(
            f"{name}: equation={equation!r} is a {type(equation).__name__}; it is a string, such as 'ij,jk->ik'"
        )
    inputs, arrow, output = "".join(equation.split()).partition("->")
    terms = tuple(inputs.split(","))
    if len(terms) != number:
        raise AikitValueError(
            f"{name}: equation={equation!r} has the labels of {len(terms)} arrays, and {number} were given"
        )
    for term in (*terms, output):
        if not _is_term(term):
            raise AikitValueError(
                f"{name}: equation={equation!r} has {term!r}, where the labels of an array stand: letters a to z and A to Z, and "
                "'...' once at most"
            )
    labels = [label for term in terms for label in without_ellipsis(term)]
    dots = any(ELLIPSIS in term for term in terms)
    if not arrow:
        once = sorted(label for label in set(labels) if labels.count(label) == 1)
        return Equation(terms, (ELLIPSIS if dots else "") + "".join(once))
    kept = without_ellipsis(output)
    for label in kept:
        if kept.count(label) > 1 or label not in labels:
            why = "twice in the result" if kept.count(label) > 1 else "in the result, and in none of the arrays"
            raise AikitValueError(f"{name}: equation={equation!r} has the label {label!r} {why}")
    if dots != (ELLIPSIS in output):
        one, other = ("the arrays", "the result") if dots else ("the result", "the arrays")
        raise AikitValueError(f"{name}: equation={equation!r} has '...' in {one} and not in {other}; name it in both")
    return Equation(terms, output)


def _is_term(term: str) -> bool:
    letters = term.replace(ELLIPSIS, "", 1)
    return not letters or (letters.isascii() and letters.isalpha())


def without_ellipsis(term: str) -> str:
    """The labels of a term that are letters."""
    return term.replace(ELLIPSIS, "")


def check_lengths(name: str, equation: Equation, operands: Sequence[Any]) -> None:
    """Raise where the arrays have other dimensions than labels, or one label has two lengths.

    Raises
    ------
    AikitValueError : lengths that differ; a length of 1 is none that fits all.
    AikitAxisError : another number of dimensions.
    AikitBroadcastShapeError : dimensions behind the ellipses that do not broadcast.
    """
    lengths: dict[str, Any] = {}
    others = []
    for place, (term, x) in enumerate(zip(equation.terms, operands, strict=True)):
        if rank_of(x) is None:
            if ELLIPSIS in term:
                raise ValueError("the number of dimensions that '...' stands for")
            continue
        shape, labels = shape_of(x), without_ellipsis(term)
        if len(shape) < len(labels) or (len(shape) > len(labels) and ELLIPSIS not in term):
            raise AikitAxisError(
                f"{name}: operands[{place}] has shape {shape}, and the equation {str(equation)!r} the labels {term!r} for it; "
                "each dimension has one label"
            )
        before = term.find(ELLIPSIS) if ELLIPSIS in term else len(labels)
        after = len(shape) - (len(labels) - before)
        others.append(shape[before:after])
        for label, length in zip(labels, (*shape[:before], *shape[after:]), strict=True):
            known = lengths.get(label)
            if None not in (known, length) and known != length:
                raise AikitValueError(
                    f"{name}: the label {label!r} of {str(equation)!r} has the lengths {known} and {length}, the latter in "
                    f"operands[{place}] of shape {shape}; they must be equal"
                )
            lengths[label] = length if known is None else known
    try:
        broadcast(name, others)
    except AikitBroadcastShapeError:
        raise AikitBroadcastShapeError(
            f"{name}: the dimensions {', '.join(map(str, others))}, for which '...' stands in {str(equation)!r}, do not broadcast"
        ) from None


def is_one_product(equation: str) -> bool:
    """Whether it is one product of matrices, of which the kernels round each element once: of two arrays without labels that
    stand twice, where what is summed over stands in both."""
    inputs, _, output = equation.partition("->")
    terms = [without_ellipsis(term) for term in inputs.split(",")]
    if len(terms) != 2 or any(len(set(term)) != len(term) for term in terms):
        return False
    return all(label in terms[0] and label in terms[1] for term in terms for label in term if label not in output)
