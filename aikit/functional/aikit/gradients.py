"""Gradients, by the autograd of the frameworks, and the steps of optimizers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import aikit
from aikit import backend_handler
from aikit.array import Array
from aikit.core import random_state
from aikit.core.arrays import wrap
from aikit.core.settings import not_for_autograph
from aikit.core.wording import shown
from aikit.declare import compositional, primary
from aikit.exceptions import AikitIndexError, AikitValueError
from aikit.functional.aikit._variables import Loss, Results, Variables, Vectorized
from aikit.functional.backends.autograd import looping
from aikit.functional.rules.data_type import finfo

if TYPE_CHECKING:
    from aikit import Container, Dtype, NativeArray


# ------------------------------------------------------------------------------------------------ gradients


@primary
def execute_with_gradients(func: Callable[..., Any], xs: Container, retain_grads: bool = False) -> tuple[Any, ...]:
    """Call a function of a container of variables, and differentiate its result with respect to all of them at once.

    The backend's autograd is called once, with all the arrays of the container, and not leaf by leaf.

    Parameters
    ----------
    func : function of a container like `xs`, of Arrays. It returns a 0-d array of a real floating-point dtype, the loss, or
        a tuple of that and of other things. What it makes of host data is on the backend of `xs`.
    xs : container of the variables: arrays of real floating-point dtypes, or floats. An int, a bool, a string or None among
        them is handed to `func` as it is, and None stands in its place among the gradients.
    retain_grads : whether the gradients can be differentiated again; otherwise they are constants to a differentiation in
        which this one takes place.

    Returns
    -------
    The loss; a container like `xs` of the gradients, which are zeros where the loss does not depend on a variable; and
    what else `func` returned.

    Raises
    ------
    AikitTypeError : `xs` is no container, one of its leaves is no real floating-point array, or the loss is none.
    AikitValueError : the loss is not 0-d.
    AikitNotImplementedException : the backend has no autograd, such as NumPy.

    Examples
    --------
    >>> import aikit
    >>> xs = aikit.Container(w=aikit.asarray([1.0, 2.0]), b=aikit.asarray(3.0))
    >>> y, gradients = aikit.execute_with_gradients(lambda v: aikit.sum(v.w * v.w) + v.b, xs)
    >>> float(y)
    8.0
    >>> aikit.to_list(gradients.w)
    [2.0, 4.0]
    """
    variables = Variables("execute_with_gradients", [xs], [0], backend_handler.bound_backend(), label="xs")
    loss, home = Loss(func, variables), variables.home
    y, gradients, further = home.run(home.autograd("execute_with_gradients"), loss, variables.native, retain_grads)
    return wrap(y), *variables.nests(gradients), *loss.further(further)


@primary
def value_and_grad(func: Callable[..., Any]) -> Callable[..., tuple[Any, Any]]:
    """A function that gives what `func` returns, and the gradient with respect to its first argument.

    Parameters
    ----------
    func : function whose first argument is an array, or a nest of arrays: lists, tuples, dicts and containers. It sees
        them as Arrays, and returns a 0-d array of a real floating-point dtype, the loss, or a tuple of that and of other
        things. An int, a bool, a string or None in a nest stays as it is, and has the gradient None.

    Returns
    -------
    Function of the same arguments, keywords among them. It gives a tuple of what `func` returned and of the gradient of the
    loss: an Array, or a nest of Arrays like the argument. It raises what `aikit.execute_with_gradients` does.

    Examples
    --------
    >>> import aikit
    >>> value, gradient = aikit.value_and_grad(lambda x: aikit.sum(x * x))(aikit.asarray([1.0, 2.0]))
    >>> float(value), aikit.to_list(gradient)
    (5.0, [2.0, 4.0])
    """
    bound = backend_handler.bound_backend()

    @not_for_autograph
    def value_and_gradient(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        variables = Variables(
            "value_and_grad", args, _checked_places("value_and_grad", (0,), args), bound, keywords=kwargs
        )
        loss, home = Loss(func, variables), variables.home
        (y, further), gradients = home.run(home.autograd("value_and_grad")(loss), variables.native)
        value = wrap(y)
        return (value, *loss.further(further)) if loss.several else value, variables.nests(gradients)[0]

    return value_and_gradient


@primary
def grad(func: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Callable[..., Any]:
    """A function that gives the gradient of `func`; it can be differentiated again.

    Where `func` has a kink, the gradient is a subgradient, which is finite and the same on all backends: 0 of `abs`, of
    `vector_norm` and of the other distances from 0 at 0; half for each of two equal arguments of `maximum` and `minimum`,
    and equal parts for the equal elements that are the `max` or `min` of an array; 1 for an argument of `clip` that equals a
    bound, which then has 0.

    Parameters
    ----------
    func : as for `aikit.value_and_grad`.
    argnums : the position of the argument with respect to which to differentiate, or several positions.

    Returns
    -------
    Function of the same arguments, keywords among them. It gives the gradient: an Array, or a nest of Arrays like the
    argument; a tuple of these where `argnums` is a sequence. It raises what `aikit.execute_with_gradients` does, and AikitIndexError where there is no
    such argument.

    Examples
    --------
    >>> import aikit
    >>> cube = lambda x: x * x * x
    >>> float(aikit.grad(cube)(2.0)), float(aikit.grad(aikit.grad(cube))(2.0))
    (12.0, 12.0)
    """
    bound = backend_handler.bound_backend()
    places = (argnums,) if isinstance(argnums, int) else tuple(argnums)

    @not_for_autograph
    def gradient(*args: Any, **kwargs: Any) -> Any:
        variables = Variables("grad", args, _checked_places("grad", places, args), bound, keywords=kwargs)
        home = variables.home
        gradients = variables.nests(home.run(home.autograd("grad")(Loss(func, variables)), variables.native))
        return gradients[0] if isinstance(argnums, int) else tuple(gradients)

    return gradient


@primary
def jac(func: Callable[..., Any]) -> Callable[..., Any]:
    """A function that gives the Jacobian of `func` with respect to its first argument.

    Parameters
    ----------
    func : function whose first argument is an array, or a nest of arrays, as for `aikit.value_and_grad`; it returns an
        array of any shape, of a real floating-point dtype, or a nest of these, such as a tuple.

    Returns
    -------
    Function of the same arguments, keywords among them. It gives an Array of the shape of the result followed by that of the
    argument, or a nest of these like the argument; of several results a nest like theirs, of what it gives for each. It raises AikitTypeError where an array is not real floating-point, and
    AikitNotImplementedException where the backend has no autograd.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.jac(lambda x: x * x)(aikit.asarray([1.0, 2.0])))
    [[2.0, 0.0], [0.0, 4.0]]
    """
    bound = backend_handler.bound_backend()

    @not_for_autograph
    def jacobian(*args: Any, **kwargs: Any) -> Any:
        variables = Variables("jac", args, _checked_places("jac", (0,), args), bound, keywords=kwargs)
        home = variables.home
        results = Results(func, variables)
        return results.jacobians(home.run(home.autograd("jac")(results), variables.native))

    return jacobian


def _checked_places(function: str, places: Sequence[int], args: Sequence[Any]) -> list[int]:
    """The positions, counted from 0, of the arguments with respect to which to differentiate."""
    for place in places:
        if not -len(args) <= place < len(args):
            raise AikitIndexError(
                f"{function}: there is no argument {place} to differentiate with respect to: the function was called with "
                f"{len(args)} positional arguments"
            )
    checked = [place % len(args) for place in places]
    if len(set(checked)) < len(checked):
        raise AikitValueError(f"{function}: argnums={list(places)} names an argument twice")
    return checked


@primary(category="general")
def vmap(func: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Any]:
    """A function that maps `func` over an axis of its arguments, all places of the axis at once.

    The framework vectorises the function; where it has no means to, as NumPy, it is a loop. Numbers that it draws at random
    are the same for all elements.

    Parameters
    ----------
    func : function of arrays, or of nests of arrays: lists, tuples, dicts and containers. It sees them as Arrays without
        the axis, and returns an array, or a nest of arrays.
    in_axes : the axis of every argument that is mapped over, or a list or tuple of one for each argument; None leaves an
        argument as it is. For an argument that is a nest it may be a nest like that, or like the upper part of it.
    out_axes : where the axis comes to lie in the results: an int, or a nest like what `func` returns, or like the upper part
        of it.

    Returns
    -------
    Function of the same arguments, with the axis; keywords are not mapped over. It gives what `func` returns, with the axis. It raises AikitAxisError
    where an array has no such axis, and AikitValueError where the axes have different lengths, or length 0.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> aikit.to_list(aikit.vmap(aikit.sum)(x))
    [3.0, 7.0]
    >>> aikit.to_list(aikit.vmap(lambda x, y: aikit.sum(x) * y, in_axes=(1, None))(x, aikit.asarray(2.0)))
    [8.0, 12.0]
    """
    bound = backend_handler.bound_backend()

    @not_for_autograph
    def vectorized(*args: Any, **kwargs: Any) -> Any:
        mapping = Vectorized("vmap", func, args, kwargs, in_axes, bound)
        home = mapping.home
        vmap = home.backend.vmap or looping(home.backend.get_item, home.backend.stack)
        compiling = home.backend.is_compiling
        work = mapping if compiling() else random_state.one_for_all(mapping, compiling)
        return mapping.result(home.run(vmap(work), mapping.native), out_axes)

    return vectorized


@primary(differentiable=())
def stop_gradient(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """The same values, which are constants to every differentiation.

    Parameters
    ----------
    x : array of any dtype.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.stop_gradient(aikit.asarray([1.0, 2.0])))
    [1.0, 2.0]
    """
    return aikit.current_backend(x).stop_gradient(x)


# ------------------------------------------------------------------------------------------------ steps of optimizers

_FLOATING = "real floating-point"


@compositional(
    dtypes=_FLOATING, differentiable=("w", "effective_grad", "lr"), gradient="effective_grad", untouched=("w",)
)
def optimizer_update(
    w: Array | NativeArray,
    effective_grad: Array | NativeArray,
    lr: Array | NativeArray | int | float,
    /,
    *,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> Array:
    """New weights, by a step against an effective gradient: ``w - lr * effective_grad``.

    Parameters
    ----------
    w : array of a real floating-point dtype.
    effective_grad : array that broadcasts with `w`, which an optimizer made of the gradient.
    lr : the learning rate: a number, or an array that broadcasts with `w`.
    stop_gradients : whether the new weights are constants to every differentiation, as between steps of training.

    Returns
    -------
    Array of the promoted dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.optimizer_update(aikit.asarray([1.0, 2.0]), aikit.asarray([1.0, -1.0]), 0.5))
    [0.5, 2.5]
    """
    return _moved(w, effective_grad, lr, stop_gradients)


def _moved(w: Any, effective_grad: Any, lr: Any, stop_gradients: bool) -> Any:
    """The weights after a step against an effective gradient."""
    new = w - lr * effective_grad
    return aikit.stop_gradient(new) if stop_gradients else new


@compositional(dtypes=_FLOATING, differentiable=("w", "dcdw", "lr"), gradient="dcdw", untouched=("w",))
def gradient_descent_update(
    w: Array | NativeArray,
    dcdw: Array | NativeArray,
    lr: Array | NativeArray | int | float,
    /,
    *,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> Array:
    """New weights, by a step of gradient descent: ``w - lr * dcdw``.

    Parameters
    ----------
    w : array of a real floating-point dtype.
    dcdw : array that broadcasts with `w`: the gradient of the cost.
    lr, stop_gradients : as for `aikit.optimizer_update`.

    Returns
    -------
    Array of the promoted dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.gradient_descent_update(aikit.asarray([1.0, 2.0]), aikit.asarray([1.0, -1.0]), 0.5))
    [0.5, 2.5]
    """
    return _moved(w, dcdw, lr, stop_gradients)


@compositional(
    dtypes={"dcdw": _FLOATING, "mw": _FLOATING, "vw": _FLOATING, "step": "real numeric"},
    promote=("dcdw", "mw", "vw"),
    static=("step",),
    differentiable=("dcdw", "mw", "vw", "step"),
    gradient="dcdw",
    untouched=("dcdw", "mw", "vw"),
)
def adam_step(
    dcdw: Array | NativeArray,
    mw: Array | NativeArray,
    vw: Array | NativeArray,
    step: Array | NativeArray | int | float,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-07,
) -> tuple[Array, Array, Array]:
    """The effective gradient of Adam, and the new running means.

    Kingma & Ba, "Adam: A Method for Stochastic Optimization", 2015, Algorithm 1: the means are
    ``mw = beta1 * mw + (1 - beta1) * dcdw`` and ``vw = beta2 * vw + (1 - beta2) * dcdw ** 2``, and the effective gradient is
    ``mw / (1 - beta1 ** step) / (sqrt(vw / (1 - beta2 ** step)) + epsilon)``.

    Parameters
    ----------
    dcdw : array of a real floating-point dtype: the gradient of the cost.
    mw : array that broadcasts with `dcdw`: the running mean of the gradients before, zeros at first.
    vw : array that broadcasts with `dcdw`: the running mean of their squares, zeros at first.
    step : the number of the step, the first one being 1; it may be an array.
    beta1, beta2 : how much of the means is kept; at least 0, and less than 1.
    epsilon : what keeps the quotient finite.

    Returns
    -------
    The effective gradient, for `aikit.optimizer_update`, and the new `mw` and `vw`; Arrays of the promoted dtype. float16 and
    bfloat16 are computed in float32.

    Raises
    ------
    AikitValueError : `beta1` or `beta2` is not in [0, 1); `step` is not above 0.

    Examples
    --------
    >>> import aikit
    >>> zero = aikit.asarray([0.0, 0.0])
    >>> effective, mw, vw = aikit.adam_step(aikit.asarray([4.0, -4.0]), zero, zero, 1, beta1=0.5, beta2=0.75)
    >>> aikit.to_list(aikit.round(effective)), aikit.to_list(mw), aikit.to_list(vw)
    ([1.0, -1.0], [2.0, -2.0], [4.0, 4.0])
    """
    _check_beta("beta1", beta1)
    _check_beta("beta2", beta2)
    _check_step(step)
    dtype = dcdw.dtype
    dcdw, mw, vw = _wide(dcdw), _wide(mw), _wide(vw)
    mw = beta1 * mw + (1 - beta1) * dcdw
    vw = beta2 * vw + (1 - beta2) * aikit.square(dcdw)
    unbiased = mw / _bias_correction(beta1, step, mw)
    mean_square = vw / _bias_correction(beta2, step, vw)
    # of 0 the root has no derivative
    root = aikit.sqrt(aikit.maximum(mean_square, finfo(vw).smallest_normal))
    root = aikit.where(mean_square == 0, 0.0, root)
    return _narrow(unbiased / (root + epsilon), dtype), _narrow(mw, dtype), _narrow(vw, dtype)


def _wide(x: Any) -> Any:
    """An array in float32 where it is in half precision, whose squares are soon 0 or infinite; numbers as they are."""
    return aikit.astype(x, aikit.float32) if isinstance(x, Array) and x.dtype.itemsize == 2 else x


def _narrow(x: Array, dtype: Dtype) -> Array:
    return x if x.dtype == dtype else aikit.astype(x, dtype)


def _check_step(step: Any) -> None:
    """Raise for a step before the first, whose running means would be divided by 0."""
    if isinstance(step, Array):
        if step._backend.is_traced(step._data) or aikit.all(step > 0):
            return
    elif step > 0:
        return
    raise AikitValueError(f"adam_step: step={shown(step)} is not above 0; the first step is number 1")


def _check_beta(name: str, beta: float) -> None:
    if not 0 <= beta < 1:
        raise AikitValueError(f"adam_step: {name}={beta} is not in [0, 1): it is how much of a running mean is kept")


def _bias_correction(beta: float, step: Any, like: Array) -> Any:
    """``1 - beta ** step`` without the digits that the subtraction would lose, for beta is near 1."""
    if beta == 0:
        return 1.0
    exponent = math.log(beta)
    if isinstance(step, (int, float)):
        return -math.expm1(step * exponent)
    return -aikit.expm1(aikit.astype(step, like.dtype) * exponent)


@compositional(
    dtypes={
        "w": _FLOATING,
        "dcdw": _FLOATING,
        "lr": _FLOATING,
        "mw_tm1": _FLOATING,
        "vw_tm1": _FLOATING,
        "step": "real numeric",
    },
    promote=("w", "dcdw", "lr", "mw_tm1", "vw_tm1"),
    static=("step",),
    differentiable=("w", "dcdw", "lr", "mw_tm1", "vw_tm1", "step"),
    gradient="dcdw",
    untouched=("w", "mw_tm1", "vw_tm1"),
)
def adam_update(
    w: Array | NativeArray,
    dcdw: Array | NativeArray,
    lr: Array | NativeArray | int | float,
    mw_tm1: Array | NativeArray,
    vw_tm1: Array | NativeArray,
    step: Array | NativeArray | int | float,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-07,
    stop_gradients: bool = True,
) -> tuple[Array, Array, Array]:
    """New weights, by a step of Adam (Kingma & Ba, 2015, Algorithm 1), and the new running means.

    Parameters
    ----------
    w : array of a real floating-point dtype.
    dcdw : array that broadcasts with `w`: the gradient of the cost.
    lr, stop_gradients : as for `aikit.optimizer_update`.
    mw_tm1, vw_tm1 : the running means of the step before, zeros at first: `mw` and `vw` of `aikit.adam_step`.
    step, beta1, beta2, epsilon : as for `aikit.adam_step`.

    Returns
    -------
    The new weights, `mw` and `vw`; Arrays of the promoted dtype. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitValueError : `beta1` or `beta2` is not in [0, 1); `step` is not above 0.

    Examples
    --------
    >>> import aikit
    >>> zero = aikit.asarray([0.0, 0.0])
    >>> w, mw, vw = aikit.adam_update(aikit.asarray([1.0, 2.0]), aikit.asarray([3.0, -3.0]), 1.0, zero, zero, 1)
    >>> aikit.to_list(aikit.round(w))
    [0.0, 3.0]
    """
    dtype = w.dtype
    w, dcdw, lr, mw, vw = _wide(w), _wide(dcdw), _wide(lr), _wide(mw_tm1), _wide(vw_tm1)
    effective, mw, vw = aikit.adam_step(dcdw, mw, vw, step, beta1=beta1, beta2=beta2, epsilon=epsilon)
    new = aikit.optimizer_update(w, effective, lr, stop_gradients=stop_gradients)
    return _narrow(new, dtype), _narrow(mw, dtype), _narrow(vw, dtype)


def _trust_ratio(w_norm: Array, update_norm: Array) -> Array:
    """``w_norm / update_norm``; 1 where either is zero, which says nothing of the scale of the step."""
    known = aikit.logical_and(w_norm > 0, update_norm > 0)
    # not a division by zero, whose gradient would be NaN although its value is not used
    return aikit.where(known, w_norm / aikit.where(known, update_norm, 1.0), 1.0)


@compositional(dtypes=_FLOATING, differentiable=("w", "dcdw", "lr"), gradient="dcdw", untouched=("w",))
def lars_update(
    w: Array | NativeArray,
    dcdw: Array | NativeArray,
    lr: Array | NativeArray | int | float,
    /,
    *,
    decay_lambda: float = 0,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> Array:
    """New weights of a layer, by a step of LARS: gradient descent with a rate that follows the size of the weights.

    You et al., "Large Batch Training of Convolutional Networks", 2017, Algorithm 1 without momentum:
    ``w - lr * norm(w) / (norm(dcdw) + decay_lambda * norm(w)) * (dcdw + decay_lambda * w)``. Where the numerator or the
    denominator is zero, the quotient is 1.

    Parameters
    ----------
    w : array of a real floating-point dtype: all the weights of a layer.
    dcdw : array that broadcasts with `w`: the gradient of the cost.
    lr, stop_gradients : as for `aikit.optimizer_update`.
    decay_lambda : the weight decay.

    Returns
    -------
    Array of the promoted dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.lars_update(aikit.asarray([3.0, 4.0]), aikit.asarray([0.0, 1.0]), 0.5))
    [3.0, 1.5]
    """
    dtype = w.dtype
    w, dcdw, lr = _wide(w), _wide(dcdw), _wide(lr)
    w_norm, norm = aikit.linalg.vector_norm(w), aikit.linalg.vector_norm(dcdw)
    ratio = _trust_ratio(w_norm, norm + decay_lambda * w_norm)
    new = aikit.optimizer_update(w, ratio * (dcdw + decay_lambda * w), lr, stop_gradients=stop_gradients)
    return _narrow(new, dtype)


@compositional(
    dtypes={
        "w": _FLOATING,
        "dcdw": _FLOATING,
        "lr": _FLOATING,
        "mw_tm1": _FLOATING,
        "vw_tm1": _FLOATING,
        "step": "real numeric",
    },
    promote=("w", "dcdw", "lr", "mw_tm1", "vw_tm1"),
    static=("step",),
    differentiable=("w", "dcdw", "lr", "mw_tm1", "vw_tm1", "step"),
    gradient="dcdw",
    untouched=("w", "mw_tm1", "vw_tm1"),
)
def lamb_update(
    w: Array | NativeArray,
    dcdw: Array | NativeArray,
    lr: Array | NativeArray | int | float,
    mw_tm1: Array | NativeArray,
    vw_tm1: Array | NativeArray,
    step: Array | NativeArray | int | float,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-07,
    max_trust_ratio: int | float = 10,
    decay_lambda: float = 0,
    stop_gradients: bool = True,
) -> tuple[Array, Array, Array]:
    """New weights of a layer, by a step of LAMB: Adam with a rate that follows the size of the weights.

    You et al., "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes", 2020, Algorithm 2: with the
    effective gradient ``r`` of Adam and ``u = r + decay_lambda * w`` the new weights are
    ``w - lr * min(norm(w) / norm(u), max_trust_ratio) * u``. Where either norm is zero, the quotient is 1.

    Parameters
    ----------
    w : array of a real floating-point dtype: all the weights of a layer.
    dcdw : array that broadcasts with `w`: the gradient of the cost.
    lr, stop_gradients : as for `aikit.optimizer_update`.
    mw_tm1, vw_tm1 : the running means of the step before, zeros at first: `mw` and `vw` of `aikit.adam_step`.
    step, beta1, beta2, epsilon : as for `aikit.adam_step`.
    max_trust_ratio : the greatest quotient of the norms.
    decay_lambda : the weight decay.

    Returns
    -------
    The new weights, `mw` and `vw`; Arrays of the promoted dtype. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitValueError : `beta1` or `beta2` is not in [0, 1); `step` is not above 0.

    Examples
    --------
    >>> import aikit
    >>> zero = aikit.asarray([0.0])
    >>> w, mw, vw = aikit.lamb_update(aikit.asarray([4.0]), aikit.asarray([3.0]), 0.5, zero, zero, 1)
    >>> aikit.to_list(aikit.round(w))
    [2.0]
    """
    dtype = w.dtype
    w, dcdw, lr, mw, vw = _wide(w), _wide(dcdw), _wide(lr), _wide(mw_tm1), _wide(vw_tm1)
    effective, mw, vw = aikit.adam_step(dcdw, mw, vw, step, beta1=beta1, beta2=beta2, epsilon=epsilon)
    update = effective + decay_lambda * w
    ratio = _trust_ratio(aikit.linalg.vector_norm(w), aikit.linalg.vector_norm(update))
    step_size = aikit.minimum(ratio, max_trust_ratio) * lr
    new = aikit.optimizer_update(w, update, step_size, stop_gradients=stop_gradients)
    return _narrow(new, dtype), _narrow(mw, dtype), _narrow(vw, dtype)
