"""Functions compiled by the framework; of the category ``general``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from aikit import backend_handler
from aikit.core.settings import not_for_autograph
from aikit.declare import compositional
from aikit.functional.aikit._variables import Home, leaves_of


@compositional(category="general")
def compile(fn: Callable[..., Any], /) -> Callable[..., Any]:
    """The same function, compiled by the framework of its arguments: `jax.jit`, `torch.compile` or `tf.function`.

    It is compiled when it is first called, once for each backend, as the framework sees fit for the shapes and dtypes of the
    arrays. NumPy compiles nothing, and calls `fn`, as do backends of other namespaces. What holds while the framework traces
    holds here: `fn` runs once for many calls, so it must depend on nothing but its arguments, and change nothing else; and
    where a condition depends on the values of arrays it needs `aikit.if_else`, `aikit.while_loop` or `aikit.where`.

    Parameters
    ----------
    fn : function of arrays, and of lists, tuples, dicts and containers of arrays, by place or by name. It sees Arrays as Arrays.
        Numbers, strings and other objects are constants, which must be hashable: for other values it is compiled again.

    Returns
    -------
    Function of the same arguments, which gives what `fn` gives.

    Raises
    ------
    AikitTypeError : `fn` cannot be called.
    AikitBackendException : raised by the function: its arguments are arrays of several backends.

    Examples
    --------
    >>> import aikit
    >>> double = aikit.compile(lambda x: 2 * x)
    >>> aikit.to_list(double(aikit.asarray([1.0, 2.0])))
    [2.0, 4.0]
    """
    bound = backend_handler.bound_backend()
    programs: dict[str, Callable[..., Any]] = {}

    @functools.wraps(fn)
    def compiled(*args: Any, **kwargs: Any) -> Any:
        given = {**{f"args[{place}]": arg for place, arg in enumerate(args)}, **kwargs}
        home = Home.of("compile", [leaf for name, nest in given.items() for leaf in leaves_of(name, nest)], bound)
        name = home.backend.name
        if name not in programs:
            programs[name] = home.backend.compiled(fn)
        return home.run(lambda *args: programs[name](*args, **kwargs), *args)

    return not_for_autograph(compiled)
