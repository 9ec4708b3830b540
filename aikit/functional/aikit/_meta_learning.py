"""What the steps of meta-learning are made of: their tasks, costs and inner loop, and which variables they change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import aikit
from aikit import backend_handler
from aikit.array import Array
from aikit.core.arrays import wrap
from aikit.core.nodes import Chain, Node, chain_name, leaves, mapped
from aikit.core.wording import quoted, shown
from aikit.exceptions import AikitAxisError, AikitStructureError, AikitTypeError, AikitValueError
from aikit.functional.aikit._variables import Home, leaves_of

if TYPE_CHECKING:
    from aikit import Container

Task = Callable[[Any], tuple[Any, Any, Any]]
"""A function of the batch of a task that gives the cost, the gradients, and the adapted variables."""


def replaced(variables: Container, changed: Container) -> Container:
    """The variables with others in the place of some of them."""
    return variables.cont_set_at_key_chains(changed)


def mean(items: Sequence[Any]) -> Any:
    """The mean of Arrays, or of containers of them."""
    return reduce(add, items) / len(items)


def _named(argument: str, chain: Chain) -> str:
    """What a message calls a leaf of a container."""
    return argument + "".join(f"[{key!r}]" for key in chain)


@dataclass(frozen=True)
class Problem:
    """What is to be learned: the variables, and the tasks.

    Attributes
    ----------
    home : where the step runs, by all the arrays in `batch` and `variables`.
    variables : Arrays of that backend.
    batch : the same of the caller's batch; other things stay as they are where it is not `batched`.
    count : the number of tasks.
    """

    home: Home
    variables: Container
    batch: Container
    batched: bool
    count: int

    @staticmethod
    def of(function: str, batch: Any, variables: Any, batched: bool, num_tasks: int | None) -> Problem:
        for argument, value in (("batch", batch), ("variables", variables)):
            if not isinstance(value, Node):
                raise AikitTypeError(
                    f"{function}: {argument}={shown(value)} is a {type(value).__name__}; it must be an aikit.Container, "
                    "such as aikit.Container(x=...)"
                )
        every = [*leaves_of("batch", batch), *leaves_of("variables", variables)]
        home = Home.of(function, every, backend_handler.bound_backend())
        home.autograd("execute_with_gradients")  # before anything is made of the arguments
        variables, batch = _arrays(home, "variables", variables), _arrays(home, "batch", batch, others=not batched)
        count = _task_count(home, batch, num_tasks) if batched else 1 if num_tasks is None else num_tasks
        if count < 1:
            raise AikitValueError(f"{function}: num_tasks={num_tasks} must be at least 1")
        return Problem(home, variables, batch, batched, count)

    def batches(self) -> Iterator[Container]:
        """What each of the tasks sees of the batch."""
        for place in range(self.count):
            if self.batched:
                yield self.batch[place : place + 1]
            else:
                # fresh Arrays, so that what a task writes to them is not seen by the next
                yield _arrays(self.home, "batch", self.batch, others=True)

    def averaged(self, task: Task, return_inner_v: bool | str, stop_gradients: bool) -> tuple[Any, ...]:
        """The mean cost and gradients of the tasks, and the adapted variables where asked for."""
        return self.home.run(self._averaged, task, return_inner_v, stop_gradients)

    def _averaged(self, task: Task, return_inner_v: bool | str, stop_gradients: bool) -> tuple[Any, ...]:
        kept = {False: 0, "first": 1, "all": self.count, True: self.count}[return_inner_v]
        totals: Any = None
        inner_v: list[Any] = []
        for batch in self.batches():
            result: Sequence[Any] = task(batch)
            if stop_gradients:
                result = [aikit.stop_gradient(x) for x in result]
            *summands, adapted = result
            # a running sum, so that the gradients of one task are in memory at a time
            totals = summands if totals is None else [x + y for x, y in zip(totals, summands, strict=True)]
            if len(inner_v) < kept:
                inner_v.append(adapted)
        means = [total / self.count for total in totals]
        if return_inner_v is False:
            return tuple(means)
        return *means, inner_v[0] if return_inner_v == "first" else inner_v


def _arrays(home: Home, argument: str, container: Container, others: bool = False) -> Container:
    """The container with an Array of the home's backend for each leaf.

    Parameters
    ----------
    others : whether leaves that are no arrays are kept as they are.
    """

    def one(chain: Chain, items: list[Any]) -> Any:
        (leaf,) = items
        if others and not _is_array(leaf):
            return leaf
        if isinstance(leaf, (list, tuple)):
            raise AikitTypeError(
                f"{home.function}: {_named(argument, chain)}={shown(leaf)} is a {type(leaf).__name__}; it must be an array, so "
                "make one of it with aikit.asarray, or a container of its items"
            )
        return wrap(home.native(_named(argument, chain), leaf))

    return mapped(one, [container])


def _is_array(x: Any) -> bool:
    return isinstance(x, Array) or backend_handler.backend_of(x) is not None


def _task_count(home: Home, batch: Container, num_tasks: int | None) -> int:
    """The number of tasks where they are on the first axis of the arrays of the batch."""
    lengths = _lengths(home, batch)
    listed = ", ".join(f"{name}: {length}" for name, length in lengths.items()) or "none at all"
    # under a trace of TensorFlow a length may be None, for unknown
    known = {length for length in lengths.values() if length is not None}
    if len(known) > 1 or 0 in known:
        raise AikitValueError(
            f"{home.function}: the first axes of batch, with the tasks, must have one length of at least 1; got {listed}"
        )
    if num_tasks is None and not known:
        raise AikitValueError(
            f"{home.function}: num_tasks=None stands for the length of the first axes of batch; got {listed}; say num_tasks"
        )
    count: Any = next(iter(known), num_tasks)
    if num_tasks is not None and num_tasks > count:
        raise AikitValueError(
            f"{home.function}: num_tasks={num_tasks} is more than the {count} tasks on the first axes of batch"
        )
    return count if num_tasks is None else num_tasks


def _lengths(home: Home, batch: Container) -> dict[str, Any]:
    """What a message calls each array of the batch, and the length of its first axis."""
    found = {}
    for chain, leaf in leaves(batch):
        name = _named("batch", chain)
        if leaf.ndim == 0:
            raise AikitAxisError(
                f"{home.function}: {name} has shape (), and so no axis of tasks; give it one, or say batched=False"
            )
        found[name] = leaf.shape[0]
    return found


@dataclass(frozen=True)
class Selection:
    """Some of the variables: those at `key_chains`, or all others where not `keep`; all where that is None."""

    key_chains: list[str] | None
    keep: bool

    def __call__(self, variables: Container) -> Container:
        return variables.cont_map(lambda leaf, chain: leaf, self.key_chains, self.keep, prune_unapplied=True)

    @staticmethod
    def of(problem: Problem, argument: str, given: Any, keep: bool) -> Selection:
        """The selection that an argument describes.

        Raises
        ------
        AikitTypeError : no key chains, or a selected variable that is not of a real floating-point dtype.
        AikitValueError : a key chain where nothing lies, or no variable is selected.
        """
        home, variables = problem.home, problem.variables
        selection = Selection(None if given is None else _key_chains(home.function, argument, given), keep)
        missing = [name for name in selection.key_chains or () if name not in variables]
        if missing:
            there = [chain_name(chain) for chain, _ in leaves(variables)]
            raise AikitValueError(
                f"{home.function}: {argument} has {quoted(missing)}, where variables has nothing; it has {quoted(there)}"
            )
        chosen = list(leaves(selection(variables)))
        if not chosen:
            # the reason lies in `variables` itself where all of them are selected
            raise AikitValueError(
                f"{home.function}: {argument}={shown(given if selection.key_chains is not None else variables)} leaves no "
                "variable to differentiate with respect to"
            )
        for chain, leaf in chosen:
            home.variable(_named("variables", chain), leaf)
        return selection


def _key_chains(function: str, argument: str, given: Any) -> list[str]:
    """Key chains as a list of strings."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, Node):
        return [chain_name(chain) for chain, _ in leaves(given)]
    if isinstance(given, (list, tuple)) and all(isinstance(name, str) for name in given):
        return list(given)
    raise AikitTypeError(
        f"{function}: {argument}={shown(given)} must be a key chain such as 'a/b', a list of key chains, a container or None"
    )


@dataclass(frozen=True)
class Cost:
    """A cost function of the caller's, whose name is that of the argument, and what it sees of the batch of a task."""

    home: Home
    name: str
    function: Callable[[Any, Container], Any]
    batch_fn: Callable[[Container], Any] | None

    def seen(self, batch: Container) -> Any:
        return batch if self.batch_fn is None else self.batch_fn(batch)

    def __call__(self, batch: Any, variables: Container) -> Array:
        """The cost, a 0-d Array.

        Raises
        ------
        AikitTypeError : the function returned no array, or none of a real floating-point dtype.
        AikitValueError : an array that is not 0-d.
        """
        cost = self.function(batch, variables)
        if not _is_array(cost):
            raise AikitTypeError(
                f"{self.home.function}: {self.name} returned {shown(cost)}, a {type(cost).__name__}; it must return a 0-d array"
            )
        array = wrap(self.home.variable(f"what {self.name} returned", cost))
        if array.ndim != 0:
            raise AikitValueError(
                f"{self.home.function}: {self.name} returned an array of shape {array.shape}; it must return a 0-d array, so "
                "reduce it, as with aikit.sum or aikit.mean"
            )
        return array


def outer_cost(
    home: Home, inner_cost_fn: Callable[..., Any], outer_cost_fn: Callable[..., Any] | None, batch_fn: Any
) -> Cost:
    """The outer cost, which is the inner one where there is no other."""
    if outer_cost_fn is None:
        return Cost(home, "inner_cost_fn", inner_cost_fn, batch_fn)
    return Cost(home, "outer_cost_fn", outer_cost_fn, batch_fn)


@dataclass(frozen=True)
class InnerLoop:
    """Adapts the selected variables to a task, by steps against the gradients of a cost.

    Attributes
    ----------
    retain_grads : whether the adapted variables can be differentiated with respect to those before.
    """

    cost: Cost
    grad_steps: int
    learning_rate: Any
    optimization_step: Callable[..., Any]
    selection: Selection
    retain_grads: bool

    def __post_init__(self) -> None:
        if self.grad_steps < 1:
            raise AikitValueError(
                f"{self.cost.home.function}: inner_grad_steps={self.grad_steps} must be at least 1: the inner loop adapts the "
                "variables"
            )

    def __call__(self, batch: Any, variables: Container) -> list[Container]:
        """All the variables, after every step."""
        adapted = []
        for _ in range(self.grad_steps):
            variables = self._step(batch, variables)
            adapted.append(variables)
        return adapted

    def _step(self, batch: Any, variables: Container) -> Container:
        inner = self.selection(variables)
        _, gradients = aikit.execute_with_gradients(
            lambda v: self.cost(batch, replaced(variables, v)), inner, self.retain_grads
        )
        new = self.optimization_step(inner, gradients, self.learning_rate, stop_gradients=not self.retain_grads)
        self._check(inner, new)
        return replaced(variables, new)

    def _check(self, old: Container, new: Any) -> None:
        """Raise where the new variables are none, or not those that the step was given."""
        home = self.cost.home
        if not isinstance(new, Node):
            raise AikitTypeError(
                f"{home.function}: inner_optimization_step returned {shown(new)}, a {type(new).__name__}; it must return a "
                "container of the new variables"
            )
        shapes = {chain: leaf.shape for chain, leaf in leaves(old)}
        found = dict(leaves(new))
        if shapes.keys() != found.keys():
            raise AikitStructureError(
                f"{home.function}: inner_optimization_step returned {quoted(map(chain_name, found))}, and was given "
                f"{quoted(map(chain_name, shapes))}; it must return a container with the same keys"
            )
        for chain, leaf in found.items():
            array = wrap(home.variable(_named("what inner_optimization_step returned", chain), leaf))
            if array.shape != shapes[chain]:
                raise AikitValueError(
                    f"{home.function}: inner_optimization_step returned an array of shape {array.shape} for "
                    f"{chain_name(chain)!r}, which has shape {shapes[chain]}; the shape must stay, so look at that of "
                    "inner_learning_rate"
                )
