"""Control flow that traces: Python's own where a condition is known, and the framework's where a trace is to decide it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit import backend_handler
from aikit.declare import compositional
from aikit.functional.aikit._control_flow import Carried, items_of


@compositional
def if_else(cond: Any, body_fn: Callable[..., Any], orelse_fn: Callable[..., Any], vars: Any) -> Any:
    """What one of two functions of the variables returns.

    Where the condition is known, the chosen function alone is called, as by Python's ``if``. Where it is not, because
    `jax.jit`, `jax.vmap`, `tf.function` or `torch.compile` trace, both are traced, and `jax.lax.cond`, `tf.cond` or `torch.cond`
    chooses at run time. `torch.compile` cannot differentiate a choice among what a traced `while_loop` gave, see there.

    Parameters
    ----------
    cond : a bool, a 0-d array of dtype bool, or a function of the variables that returns one of these.
    body_fn, orelse_fn : functions of the variables, for a condition that is true and for one that is false: each returns an
        array, or a nest of arrays. Where both are traced, what they return must be alike in structure, shapes and dtypes.
    vars : the variables: a tuple or list of arrays, or of nests of arrays, each of which is an argument of the functions; or
        an array, a dict or a container, which is the only argument. The functions see Arrays; numbers are brought in.

    Returns
    -------
    What the chosen function returns; where both are traced, of Arrays.

    Raises
    ------
    AikitTypeError : a condition that is neither a bool nor an array of dtype bool, or a variable that is no array.
    AikitValueError : a condition with dimensions.
    AikitStructureError, AikitTypeError, AikitValueError : where both are traced, results that are not alike.
    AikitNotImplementedException : torch.compile traces the condition within a gradient or within vmap. Without torch.compile,
        PyTorch's own error says that its vmap follows no condition.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1.0, -2.0])
    >>> y = aikit.if_else(aikit.sum(x) > 0, lambda x: x, lambda x: -x, (x,))
    >>> aikit.to_list(y)
    [-1.0, 2.0]
    """
    carried = Carried("if_else", vars, backend_handler.bound_backend(), cond)

    def run(natives: list[Any]) -> Any:
        given = carried.call(cond, natives) if callable(cond) else cond
        truth = carried.condition("cond" if given is cond else "what cond returned", given)
        if isinstance(truth, bool):
            return carried.call(body_fn if truth else orelse_fn, natives)
        return carried.chosen(truth, {"body_fn": body_fn, "orelse_fn": orelse_fn}, natives)

    return carried.home.run(run, carried.native)


@compositional
def while_loop(test_fn: Callable[..., Any], body_fn: Callable[..., Any], vars: Any) -> Any:
    """Variables that a function changes again and again, as long as a test of them is true.

    As long as the test is known, this is Python's ``while``, which can be differentiated. Where it is not, because `jax.jit`,
    `jax.vmap`, `tf.function` or `torch.compile` trace, the loop goes on as `jax.lax.while_loop`, which has no derivative in
    reverse mode (JAX raises ValueError), `tf.while_loop` or `torch.while_loop`.

    Parameters
    ----------
    test_fn : function of the variables that returns a bool, or a 0-d array of dtype bool.
    body_fn : function of the variables that returns their new values, in a nest like `vars`; where that is a tuple or list of
        one variable, it may return the variable alone. Shapes and dtypes must stay.
    vars : the variables at the start: a tuple or list of arrays, or of nests of arrays, each of which is an argument of the
        functions; or an array, a dict or a container, which is the only argument. The functions see Arrays; numbers are
        brought in, ints in the default int dtype, floats in the default float dtype.

    Returns
    -------
    A nest like `vars` of Arrays.

    Raises
    ------
    AikitTypeError : `test_fn` returned neither a bool nor an array of dtype bool, a variable is no array, or its dtype changed.
    AikitValueError : `test_fn` returned an array with dimensions, or the shape of a variable changed.
    AikitStructureError : `body_fn` returned another nest than `vars`.
    AikitNotImplementedException : as in `aikit.if_else`.

    Examples
    --------
    >>> import aikit
    >>> i, x = aikit.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, 2 * x), (0, aikit.asarray([1.0, 2.0])))
    >>> int(i), aikit.to_list(x)
    (3, [8.0, 16.0])
    """
    carried = Carried("while_loop", vars, backend_handler.bound_backend())

    def test(natives: list[Any]) -> Any:
        return carried.condition("what test_fn returned", carried.call(test_fn, natives))

    def step(natives: list[Any]) -> list[Any]:
        return carried.step("body_fn", body_fn, natives)

    def run(natives: list[Any]) -> Any:
        while (truth := test(natives)) is True:
            natives = step(natives)
        if truth is not False:
            natives = carried.home.backend.traced_while_loop(carried.as_native(test), step, natives)
        return carried.nest(natives)

    return carried.home.run(run, carried.native)


@compositional
def for_loop(iterable: Any, body_fn: Callable[..., Any], vars: Any) -> Any:
    """Variables that a function changes once for each item.

    This is Python's ``for``. Where `jax.jit` or `tf.function` trace, and the items are a range or the rows of an array, the
    body is traced once, and the loop becomes `jax.lax.scan` or `tf.while_loop`; other items, and all of them under
    torch.compile, are traced one after the other. It can be differentiated on every backend that has gradients.

    Parameters
    ----------
    iterable : a range, whose items are 0-d arrays of the default int dtype; an array, whose items are its rows; or any other
        iterable, whose items are handed on as they are.
    body_fn : function of an item and of the variables that returns the new values of the variables, as that of
        `aikit.while_loop`. Shapes and dtypes must stay.
    vars : the variables at the start, as those of `aikit.while_loop`; the first argument of `body_fn` is the item.

    Returns
    -------
    A nest like `vars` of Arrays.

    Raises
    ------
    AikitTypeError : no iterable, a variable that is no array, or one whose dtype changed.
    AikitValueError : `iterable` is a 0-d array, or the shape of a variable changed.
    AikitStructureError : `body_fn` returned another nest than `vars`.

    Examples
    --------
    >>> import aikit
    >>> total = aikit.for_loop(range(4), lambda i, total: total + i, (0,))
    >>> int(total[0])
    6
    """
    carried = Carried("for_loop", vars, backend_handler.bound_backend(), iterable)
    backend = carried.home.backend

    def step(item: Any, natives: list[Any]) -> list[Any]:
        return carried.step("body_fn", body_fn, natives, item)

    def run(natives: list[Any]) -> Any:
        rows, items = items_of(carried.home, iterable)
        in_a_trace = rows is not None and any(backend.is_traced(x) for x in [rows, *natives])
        if in_a_trace and backend.traced_for_loop is not None:
            natives = backend.traced_for_loop(carried.of_native_item(step), rows, natives)
        else:
            for item in items:
                natives = step(item, natives)
        return carried.nest(natives)

    return carried.home.run(run, carried.native)
