"""Steps of meta-learning: gradients of variables from which a few steps of gradient descent learn a task.

A step has an inner loop for each task, which adapts the variables to the task by `inner_grad_steps` steps against the
gradients of the inner cost. The outer gradients say how the variables that the inner loop starts from are to be changed,
and are handed to an optimizer, such as `aikit.adam_update`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import aikit
from aikit.array import Array
from aikit.declare import compositional
from aikit.exceptions import AikitValueError
from aikit.functional.aikit._meta_learning import Cost, InnerLoop, Problem, Selection, mean, outer_cost, replaced
from aikit.functional.aikit.gradients import gradient_descent_update

if TYPE_CHECKING:
    from aikit import Container, NativeArray

Rate: TypeAlias = "int | float | Array | NativeArray | Container"


@compositional
def maml_step(
    batch: Container,
    inner_cost_fn: Callable[[Any, Container], Array],
    outer_cost_fn: Callable[[Any, Container], Array] | None,
    variables: Container,
    inner_grad_steps: int,
    inner_learning_rate: Rate,
    /,
    *,
    inner_optimization_step: Callable[..., Any] = gradient_descent_update,
    inner_batch_fn: Callable[[Container], Any] | None = None,
    outer_batch_fn: Callable[[Container], Any] | None = None,
    average_across_steps: bool = False,
    batched: bool = True,
    inner_v: str | Sequence[str] | Container | None = None,
    keep_inner_v: bool = True,
    outer_v: str | Sequence[str] | Container | None = None,
    keep_outer_v: bool = True,
    return_inner_v: bool | Literal["first", "all"] = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Any, ...]:
    """The outer cost and gradients of MAML, which differentiates through the inner loop.

    Finn, Abbeel & Levine, "Model-Agnostic Meta-Learning for Fast Adaptation of Deep Networks", 2017, Algorithm 1: the
    gradients are the mean over the tasks of ``d outer_cost(u(v)) / d v``, where ``u(v)`` are the variables as the inner loop
    has adapted them from ``v``. Each task is differentiated by one call of the backend's autograd.

    Parameters
    ----------
    batch : container of arrays, with the tasks on the first axis of each where `batched`. A task sees ``batch[i:i+1]``: the
        axis stays, with length 1.
    inner_cost_fn : function of the batch of a task and of a container like `variables`, of Arrays; it returns a 0-d array
        of a real floating-point dtype. The inner loop descends it.
    outer_cost_fn : the same for the adapted variables; None for `inner_cost_fn`.
    variables : container of arrays. Those that are differentiated are of real floating-point dtypes.
    inner_grad_steps : the number of steps of the inner loop; at least 1.
    inner_learning_rate : of the inner loop: a number, an array, or a container of these that shares the structure of the
        inner variables.
    inner_optimization_step : function of the inner variables, their gradients and the learning rate, with the keyword
        `stop_gradients`, as `aikit.gradient_descent_update`; it returns a container of the new variables. It is to be
        differentiable where `stop_gradients` is False, as it is here.
    inner_batch_fn, outer_batch_fn : functions of the batch of a task, called once for it, that return what the inner or
        outer cost sees in its place; None for the batch itself.
    average_across_steps : whether the outer cost is the mean of those after every step of the inner loop, in place of that
        after the last step.
    batched : whether the tasks are on the first axis of the arrays of `batch`; otherwise each task sees all of it.
    inner_v, outer_v : the variables that the inner loop updates, and those that get outer gradients: a key chain, a list of
        key chains, or a container whose key chains count; those of nodes stand for all below them. None for all.
    keep_inner_v, keep_outer_v : False for all variables but those in `inner_v` or `outer_v`.
    return_inner_v : whether the inner variables, as adapted, are returned, too: ``"first"`` for those of the first task,
        ``"all"`` or True for a list of those of each task.
    num_tasks : the number of tasks: the first so many of `batch` where it is `batched`. None for all of them, or for 1 where
        it is not.
    stop_gradients : whether what is returned is constant to a differentiation in which this one takes place.

    Returns
    -------
    The mean over the tasks of the outer cost, a 0-d Array; a container of the outer gradients, of the outer variables alone;
    and the adapted inner variables where asked for.

    Raises
    ------
    AikitTypeError : `batch` or `variables` is no container, a variable that is differentiated is not of a real
        floating-point dtype, or a cost function returns no such array.
    AikitValueError : a cost is not 0-d; `inner_v` or `outer_v` names what is not there, or leaves no variable; there are no
        steps or no tasks, or fewer than `num_tasks`.
    AikitAxisError : `batched`, and an array of `batch` has no axis.
    AikitStructureError : `inner_optimization_step` returned other keys than it was given.
    AikitNotImplementedException : the backend has no autograd, such as NumPy.

    Examples
    --------
    >>> import aikit
    >>> tasks = aikit.Container(target=aikit.asarray([1.0, 3.0]))
    >>> v = aikit.Container(w=aikit.asarray(0.0))
    >>> cost_fn = lambda batch, v: aikit.sum((v.w - batch.target) ** 2) / 2
    >>> cost, gradients = aikit.maml_step(tasks, cost_fn, None, v, 1, 0.5)
    >>> float(cost), float(gradients.w)
    (0.625, -0.5)
    """
    problem = Problem.of("maml_step", batch, variables, batched, num_tasks)
    inner = InnerLoop(
        Cost(problem.home, "inner_cost_fn", inner_cost_fn, inner_batch_fn),
        inner_grad_steps,
        inner_learning_rate,
        inner_optimization_step,
        Selection.of(problem, "inner_v", inner_v, keep_inner_v),
        retain_grads=True,
    )
    outer = outer_cost(problem.home, inner_cost_fn, outer_cost_fn, outer_batch_fn)
    chosen = Selection.of(problem, "outer_v", outer_v, keep_outer_v)

    def task(batch: Container) -> tuple[Array, Container, Container]:
        inner_batch, outer_batch = inner.cost.seen(batch), outer.seen(batch)

        def cost(v: Container) -> tuple[Array, Container]:
            adapted = inner(inner_batch, replaced(problem.variables, v))
            costs = [outer(outer_batch, u) for u in (adapted if average_across_steps else adapted[-1:])]
            return mean(costs), inner.selection(adapted[-1])

        return aikit.execute_with_gradients(cost, chosen(problem.variables), not stop_gradients)  # type: ignore[return-value]

    return problem.averaged(task, return_inner_v, stop_gradients)


@compositional
def fomaml_step(
    batch: Container,
    inner_cost_fn: Callable[[Any, Container], Array],
    outer_cost_fn: Callable[[Any, Container], Array] | None,
    variables: Container,
    inner_grad_steps: int,
    inner_learning_rate: Rate,
    /,
    *,
    inner_optimization_step: Callable[..., Any] = gradient_descent_update,
    inner_batch_fn: Callable[[Container], Any] | None = None,
    outer_batch_fn: Callable[[Container], Any] | None = None,
    average_across_steps: bool = False,
    batched: bool = True,
    inner_v: str | Sequence[str] | Container | None = None,
    keep_inner_v: bool = True,
    outer_v: str | Sequence[str] | Container | None = None,
    keep_outer_v: bool = True,
    return_inner_v: bool | Literal["first", "all"] = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Any, ...]:
    """The outer cost and gradients of first-order MAML, which takes the inner loop for a constant shift of the variables.

    Finn, Abbeel & Levine, "Model-Agnostic Meta-Learning for Fast Adaptation of Deep Networks", 2017, section 5.2: the
    gradients are the mean over the tasks of ``d outer_cost(u) / d u`` at the adapted variables ``u``. It is MAML without
    the second derivatives of the inner cost.

    Parameters
    ----------
    batch, inner_cost_fn, outer_cost_fn, variables, inner_grad_steps, inner_learning_rate : as for `aikit.maml_step`.
    inner_optimization_step : as for `aikit.maml_step`; it is called with `stop_gradients` as given here.
    inner_batch_fn, outer_batch_fn : as for `aikit.maml_step`.
    average_across_steps : whether the outer cost and gradients are the means of those after every step of the inner loop.
    batched, inner_v, keep_inner_v, outer_v, keep_outer_v, return_inner_v, num_tasks : as for `aikit.maml_step`.
    stop_gradients : as for `aikit.maml_step`. Where it is False, a further differentiation goes through the inner loop.

    Returns
    -------
    As `aikit.maml_step`, which raises the same errors.

    Examples
    --------
    >>> import aikit
    >>> tasks = aikit.Container(target=aikit.asarray([1.0, 3.0]))
    >>> v = aikit.Container(w=aikit.asarray(0.0))
    >>> cost_fn = lambda batch, v: aikit.sum((v.w - batch.target) ** 2) / 2
    >>> cost, gradients = aikit.fomaml_step(tasks, cost_fn, None, v, 1, 0.5)
    >>> float(cost), float(gradients.w)
    (0.625, -1.0)
    """
    problem = Problem.of("fomaml_step", batch, variables, batched, num_tasks)
    inner = InnerLoop(
        Cost(problem.home, "inner_cost_fn", inner_cost_fn, inner_batch_fn),
        inner_grad_steps,
        inner_learning_rate,
        inner_optimization_step,
        Selection.of(problem, "inner_v", inner_v, keep_inner_v),
        retain_grads=not stop_gradients,
    )
    outer = outer_cost(problem.home, inner_cost_fn, outer_cost_fn, outer_batch_fn)
    chosen = Selection.of(problem, "outer_v", outer_v, keep_outer_v)

    def task(batch: Container) -> tuple[Array, Container, Container]:
        adapted = inner(inner.cost.seen(batch), problem.variables)
        outer_batch = outer.seen(batch)

        def differentiated(u: Container) -> tuple[Any, ...]:
            return aikit.execute_with_gradients(
                lambda v: outer(outer_batch, replaced(u, v)), chosen(u), retain_grads=not stop_gradients
            )

        found = [differentiated(u) for u in (adapted if average_across_steps else adapted[-1:])]
        return mean([cost for cost, _ in found]), mean([g for _, g in found]), inner.selection(adapted[-1])

    return problem.averaged(task, return_inner_v, stop_gradients)


@compositional
def reptile_step(
    batch: Container,
    cost_fn: Callable[[Any, Container], Array],
    variables: Container,
    inner_grad_steps: int,
    inner_learning_rate: Rate,
    /,
    *,
    inner_optimization_step: Callable[..., Any] = gradient_descent_update,
    batched: bool = True,
    return_inner_v: bool | Literal["first", "all"] = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Any, ...]:
    """The cost and gradients of Reptile, which moves the variables towards what the inner loop makes of them.

    Nichol, Achiam & Schulman, "On First-Order Meta-Learning Algorithms", 2018, sections 3 and 5.1: the gradients are the
    mean over the tasks of ``(variables - adapted) / inner_learning_rate``, which for steps of gradient descent is the sum of
    the gradients of the inner loop.

    Parameters
    ----------
    batch : as for `aikit.maml_step`.
    cost_fn : as `inner_cost_fn` of `aikit.maml_step`.
    variables : container of arrays of real floating-point dtypes.
    inner_grad_steps : the number of steps of the inner loop; at least 1.
    inner_learning_rate : as for `aikit.maml_step`, and not zero.
    inner_optimization_step : as for `aikit.maml_step`; it is called with `stop_gradients` as given here.
    batched, return_inner_v, num_tasks : as for `aikit.maml_step`.
    stop_gradients : as for `aikit.fomaml_step`.

    Returns
    -------
    The mean over the tasks of the cost of the adapted variables, a 0-d Array; a container like `variables` of the gradients;
    and the adapted variables where asked for. It raises the errors of `aikit.maml_step`, and AikitValueError where the
    learning rate is the number 0.

    Examples
    --------
    >>> import aikit
    >>> tasks = aikit.Container(target=aikit.asarray([1.0, 3.0]))
    >>> v = aikit.Container(w=aikit.asarray(0.0))
    >>> cost_fn = lambda batch, v: aikit.sum((v.w - batch.target) ** 2) / 2
    >>> cost, gradients = aikit.reptile_step(tasks, cost_fn, v, 1, 0.5)
    >>> float(cost), float(gradients.w)
    (0.625, -2.0)
    """
    problem = Problem.of("reptile_step", batch, variables, batched, num_tasks)
    if isinstance(inner_learning_rate, (int, float)) and inner_learning_rate == 0:
        raise AikitValueError(
            f"reptile_step: inner_learning_rate={inner_learning_rate} must not be zero: the gradients are a quotient by it"
        )
    inner = InnerLoop(
        Cost(problem.home, "cost_fn", cost_fn, None),
        inner_grad_steps,
        inner_learning_rate,
        inner_optimization_step,
        Selection.of(problem, "variables", None, True),
        retain_grads=not stop_gradients,
    )

    def task(batch: Container) -> tuple[Array, Container, Container]:
        adapted = inner(batch, problem.variables)[-1]
        moved: Any = aikit.subtract(problem.variables, adapted)  # type: ignore[arg-type]
        return inner.cost(batch, adapted), moved / inner_learning_rate, adapted

    return problem.averaged(task, return_inner_v, stop_gradients)
