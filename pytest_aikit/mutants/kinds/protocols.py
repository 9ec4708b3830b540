"""What arrays and containers do beside functions: operators, methods, and what a container is."""

from __future__ import annotations

from random import Random
from typing import Any

import aikit
from aikit.core.arrays import ArrayBase
from pytest_aikit import checks
from pytest_aikit.mutants.kinds._wrong import has_values
from pytest_aikit.mutants.kinds.values import turned, turned_each
from pytest_aikit.mutants.planting import in_member
from pytest_aikit.mutants.records import Broken, Target, Watch, kind

# ------------------------------------------------------------------------------------------------ operators


def _has_operator(target: Target) -> bool:
    return bool(target.known.operator) and has_values(target)


def _special(target: Target, form: str = "") -> str:
    return f"__{form}{target.known.operator.rstrip('_')}__"


def _forms(target: Target) -> list[str]:
    return [form for form in ("", "r", "i") if hasattr(aikit.Array, _special(target, form))]


def _can_turn(target: Target, result: Any) -> bool:
    return isinstance(result, ArrayBase) and not target.module.is_traced(result._data) and 0 not in result.shape


@kind("operator-wrong", "one form of an operator gives other values than the function", check="operator",
      applies=lambda target: _has_operator(target) and bool(_forms(target)))  # fmt: skip
def _operator(target: Target, random: Random) -> Broken | None:
    form = random.choice(_forms(target))
    if form == "r" and not _takes_scalars(target):
        return None
    special = _special(target, form)

    def broken(watch: Watch, real: Any, *args: Any) -> Any:
        result = real(*args)
        if not _can_turn(target, result):
            return result
        watch.reached += 1
        if form != "i":
            return turned(result)
        result._data = turned(result)._data
        return result

    return Broken(f"the values of {special} are wrong", in_member(aikit.Array, special, broken))


def _takes_scalars(target: Target) -> bool:
    """Whether the first operand may be a number, so that the operator of the second one is asked."""
    return bool(target.function.parameters[target.function.array_parameters[0]].scalars)


@kind("operands-exchanged", "a reflected operator takes its operands in the order in which it gets them",
      check="operator", applies=lambda target: _has_operator(target) and "r" in _forms(target))  # fmt: skip
def _exchanged(target: Target, random: Random) -> Broken | None:
    if not _takes_scalars(target) or _commutes(target):
        return None
    normal = getattr(aikit.Array, _special(target))

    def broken(watch: Watch, real: Any, *args: Any) -> Any:
        watch.reached += 1
        return normal(*args)

    special = _special(target, "r")
    return Broken(f"{special} is {_special(target)}", in_member(aikit.Array, special, broken))


def _commutes(target: Target) -> bool:
    """Whether it does so for some numbers, which none does by chance."""
    space = aikit.get_backend(target.backend)
    dtype = next(name for name in ("int32", *target.dtypes) if name in target.dtypes)
    one, other = (space.asarray(values, dtype=dtype) for values in ([7, 2, 1], [2, 3, 0]))
    function = getattr(space, target.function.name)
    return aikit.to_list(function(one, other)) == aikit.to_list(function(other, one))


@kind("in-place-operator-returns-another", "an in-place operator makes another Array", check="operator",
      applies=lambda target: _has_operator(target) and "i" in _forms(target))  # fmt: skip
def _another(target: Target, random: Random) -> Broken:
    normal, special = getattr(aikit.Array, _special(target)), _special(target, "i")

    def broken(watch: Watch, real: Any, *args: Any) -> Any:
        watch.reached += 1
        return normal(*args)

    return Broken(f"{special} returns another Array", in_member(aikit.Array, special, broken))


@kind("in-place-operator-changes-form", "an in-place operator gives the target the shape and dtype of the result",
      check="operator", applies=lambda target: _has_operator(target) and "i" in _forms(target))  # fmt: skip
def _changes_form(target: Target, random: Random) -> Broken:
    normal, special = getattr(aikit.Array, _special(target)), _special(target, "i")

    def broken(watch: Watch, real: Any, *args: Any) -> Any:
        result = normal(*args)
        if not isinstance(result, ArrayBase) or (result.dtype, result.shape) == (args[0].dtype, args[0].shape):
            return real(*args)
        watch.reached += 1
        args[0]._data = result._data
        return args[0]

    return Broken(f"{special} changes shape and dtype of its target", in_member(aikit.Array, special, broken))


# ------------------------------------------------------------------------------------------------ methods


@kind("method-wrong", "the method gives other values than the function", check="method",
      applies=lambda target: has_values(target) and checks.load("method").applies(target.function))  # fmt: skip
def _method(target: Target, random: Random) -> Broken:
    def broken(watch: Watch, real: Any, *args: Any, **kwargs: Any) -> Any:
        watch.reached += 1
        return turned_each(real(*args, **kwargs))

    name = target.function.name
    return Broken(f"the values of Array.{name} are wrong", in_member(aikit.Array, name, broken))


# ------------------------------------------------------------------------------------------------ containers


def _of_containers(target: Target) -> bool:
    return target.function.qualified_name.startswith(f"{aikit.Container.__name__}.")


@kind("container-writes-elsewhere", "a write to a container goes into the memory that its leaves had", check="value",
      applies=lambda target: _of_containers(target) and target.is_mutable
      and target.function.name == "__setitem__")  # fmt: skip
def _elsewhere(target: Target, random: Random) -> Broken:
    def natives(container: Any) -> list[Any]:
        leaves = container.cont_to_flat_list()
        return [leaf._data if isinstance(leaf, ArrayBase) else leaf for leaf in leaves]

    def broken(watch: Watch, real: Any, container: Any, key: Any, value: Any) -> None:
        before = [] if isinstance(key, str) else natives(container)
        real(container, key, value)
        for old, new in zip(before, natives(container), strict=False):
            if old is not new and target.module.is_native_array(old) and old.shape == new.shape:
                watch.reached += 1
                old[...] = new

    return Broken(
        "a write to a container is one to its leaves in place", in_member(aikit.Container, "__setitem__", broken)
    )


def _looks_at_all(target: Target) -> bool:
    """Whether values are told of whole containers, and not of leaves that are chosen."""
    return target.function.returns == "value" and target.function.name != "chosen"


@kind("container-loses-a-leaf", "of two leaves that would have one place the last one is kept", check="value",
      applies=lambda target: _of_containers(target) and _looks_at_all(target))  # fmt: skip
def _loses(target: Target, random: Random) -> Broken:
    def broken(watch: Watch, real: Any, container: Any, *, separator: str = "__") -> Any:
        try:
            return real(container, separator=separator)
        except aikit.AikitValueError:
            watch.reached += 1
            found = {chain.replace("/", separator): leaf for chain, leaf in container.cont_to_iterator()}
            return aikit.Container(found)

    return Broken("one of two leaves is lost", in_member(aikit.Container, "cont_flatten_key_chains", broken))


@kind("container-always-true", "a container of bools is true", check="value",
      applies=lambda target: _of_containers(target) and _looks_at_all(target))  # fmt: skip
def _true(target: Target, random: Random) -> Broken:
    def broken(watch: Watch, real: Any, container: Any) -> bool:
        watch.reached += 1
        return len(container) > 0

    return Broken("a container that is not empty is true, of bools too", in_member(aikit.Container, "__bool__", broken))
