"""Random numbers.

aikit has a generator of its own, which `seed` sets. Each draw takes one number of it, whatever its size, and makes of it a
generator of the framework for this draw alone: neither the global generator of a framework nor that of another thread is
used or changed. With ``seed=`` a draw depends on that alone. The same seed draws the same on the same backend, device and
version of the framework; another backend draws other values of the same distribution.

Under `jax.jit` and `tf.function` a draw needs ``seed=``: without it, a number of aikit's generator would be taken once, when
the function is traced, and each call of the compiled function would draw the same. With it, it does so by intention. The
same holds of `torch.compile` and `torch.export`, whose graphs call operators of aikit's. Under `aikit.vmap` one draw is
shared by all elements, as JAX has it with one key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import aikit
from aikit import dtypes
from aikit.core import random_state
from aikit.core.records import Arguments
from aikit.declare import primary, standalone
from aikit.dispatch.host_data import default_native_device
from aikit.functional.rules import random as rules

if TYPE_CHECKING:
    from aikit import Array, Device, Dtype, NativeArray


def _of_arrays(*names: str, otherwise: Any) -> Any:
    """The common dtype of the arrays among some arguments; a default one where there is none."""

    def default(arguments: Arguments) -> Dtype:
        found = [dtypes.as_dtype(arguments[one].dtype) for one in names if hasattr(arguments[one], "dtype")]
        return dtypes.promote(found) if found else otherwise()

    return default


def _placed(
    name: str, shape: Any, device: Any, parameters: Mapping[str, Any]
) -> tuple[Any, Mapping[str, Any], Any, Any]:
    """The backend of a draw, the parameters of its distribution on the device of the result, that device, and its shape.

    A device of None is that of the arrays among the parameters.
    """
    if rules.are_numbers(*parameters.values()):
        framework = aikit.current_backend()
        lengths = rules.shape_of_draw(name, shape, {}, framework)
        return framework, parameters, default_native_device(framework) if device is None else device, lengths
    framework = aikit.current_backend(*parameters.values())
    if device is not None:
        parameters = {
            n: framework.to_device(x, device) if framework.is_native_array(x) else x for n, x in parameters.items()
        }
    return framework, parameters, device, rules.shape_of_draw(name, shape, parameters, framework)


@standalone(nestable=False)
def seed(*, seed_value: int = 0) -> None:
    """Set aikit's own generator, of which all draws without a seed of their own are made, for all backends and threads.

    No framework's generator is touched: what their own functions draw is for their own seeds.

    Parameters
    ----------
    seed_value : any int; the draws after two calls with the same one are the same, in the same order.

    Raises
    ------
    AikitTypeError : a seed that is no int.

    Examples
    --------
    >>> import aikit
    >>> aikit.seed(seed_value=3)
    >>> first = aikit.random_uniform(shape=(2,))
    >>> aikit.seed(seed_value=3)
    >>> bool(aikit.all(aikit.random_uniform(shape=(2,)) == first))
    True
    """
    random_state.seed(rules.checked_seed("seed", seed_value))


@primary(
    result="given",
    dtypes={"low": "real floating-point", "high": "real floating-point", "dtype": "real floating-point"},
    promote=(),
    static=("low", "high"),
    default_dtype=_of_arrays("low", "high", otherwise=dtypes.default_float),
    differentiable=("low", "high"),
    nestable=True,
)
def random_uniform(
    *,
    low: Array | NativeArray | int | float = 0.0,
    high: Array | NativeArray | int | float = 1.0,
    shape: int | Sequence[int] | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: int | None = None,
    out: Array | None = None,
) -> Array:
    """Numbers drawn evenly from an interval: `low` may be drawn, `high` is not, unless it equals `low`.

    Parameters
    ----------
    low, high : the ends: numbers, or arrays of a real floating-point dtype, which broadcast. The gradient is that of
        ``low + (high - low) * u`` for the numbers `u` that are drawn.
    shape : the shape of the result; None for that to which the arrays broadcast, and () without arrays.
    device : device of the result; None for that of the arrays, or the default device.
    dtype : dtype of the result; None for the common dtype of the arrays, or the default float dtype.
    seed : what is drawn depends on it alone; None for the next number of aikit's own generator, see `aikit.seed`. Two
        containers' leaves that are given one seed get the same draw.

    Returns
    -------
    Array of that shape. float32, float16 and bfloat16 are rounded from 24 random bits, float64 has 52 or 53.

    Raises
    ------
    AikitValueError : ends that are not finite in the dtype, `low` above `high`, a negative length; no seed under a trace.
    AikitBroadcastShapeError : arrays that do not broadcast, or not to `shape`.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.random_uniform(low=1.0, high=3.0, shape=(2, 3), seed=1)
    >>> x.shape, bool(aikit.all((x >= 1) & (x < 3)))
    ((2, 3), True)
    """
    name, given = "random_uniform", {"low": low, "high": high}
    framework, ends, device, lengths = _placed(name, shape, device, given)
    rules.check_interval(name, low, high, dtypes.as_dtype(dtype), framework)
    key = rules.key_of_draw(name, seed, framework.is_compiling)
    return framework.random_uniform(**ends, shape=lengths, device=device, dtype=dtype, seed=key)


@primary(
    result="given",
    dtypes={"mean": "real floating-point", "std": "real floating-point", "dtype": "real floating-point"},
    promote=(),
    static=("mean", "std"),
    default_dtype=_of_arrays("mean", "std", otherwise=dtypes.default_float),
    differentiable=("mean", "std"),
    nestable=True,
)
def random_normal(
    *,
    mean: Array | NativeArray | int | float = 0.0,
    std: Array | NativeArray | int | float = 1.0,
    shape: int | Sequence[int] | None = None,
    dtype: Dtype | None = None,
    seed: int | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Numbers drawn from a normal distribution.

    Parameters
    ----------
    mean, std : its mean and standard deviation: numbers, or arrays of a real floating-point dtype, which broadcast. The
        gradient is that of ``mean + std * z`` for the standard normal numbers `z` that are drawn.
    shape : the shape of the result; None for that to which the arrays broadcast, and () without arrays.
    dtype : dtype of the result; None for the common dtype of the arrays, or the default float dtype.
    seed : what is drawn depends on it alone; None for the next number of aikit's own generator, see `aikit.seed`.
    device : device of the result; None for that of the arrays, or the default device.

    Returns
    -------
    Array of that shape.

    Raises
    ------
    AikitValueError : a negative `std`, a negative length; no seed under a trace.
    AikitBroadcastShapeError : arrays that do not broadcast, or not to `shape`.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.random_normal(mean=[0.0, 100.0], std=0.5, seed=1)
    >>> x.shape, bool(x[1] - x[0] > 90)
    ((2,), True)
    """
    name, given = "random_normal", {"mean": mean, "std": std}
    framework, moments, device, lengths = _placed(name, shape, device, given)
    rules.check_deviation(name, std, framework)
    key = rules.key_of_draw(name, seed, framework.is_compiling)
    return framework.random_normal(**moments, shape=lengths, dtype=dtype, seed=key, device=device)


@primary(
    result="given",
    dtypes={"low": "integer", "high": "integer", "dtype": "integer"},
    promote=(),
    static=("low", "high"),
    default_dtype=_of_arrays("low", "high", otherwise=dtypes.default_int),
    nestable=True,
)
def randint(
    low: Array | NativeArray | int,
    high: Array | NativeArray | int,
    /,
    *,
    shape: int | Sequence[int] | None = None,
    device: Device | None = None,
    dtype: Dtype | None = None,
    seed: int | None = None,
    out: Array | None = None,
) -> Array:
    """Integers drawn from ``low, low + 1, ..., high - 1``, each as likely as any other.

    Parameters
    ----------
    low, high : the first integer, and the one after the last: ints, or arrays of an integer dtype, which broadcast. An int
        `high` may be one more than the dtype holds, so that all of the dtype can be drawn.
    shape : the shape of the result; None for that to which the arrays broadcast, and () without arrays.
    device : device of the result; None for that of the arrays, or the default device.
    dtype : integer dtype of the result; None for the common dtype of the arrays, or the default int dtype.
    seed : what is drawn depends on it alone; None for the next number of aikit's own generator, see `aikit.seed`.

    Returns
    -------
    Array of that shape.

    Raises
    ------
    AikitValueError : `low` that is not less than `high`, a negative length; no seed under a trace.
    AikitOverflowError : an integer in the range that the dtype does not hold.
    AikitBroadcastShapeError : arrays that do not broadcast, or not to `shape`.

    Examples
    --------
    >>> import aikit
    >>> dice = aikit.randint(1, 7, shape=(100,), seed=1)
    >>> sorted(set(aikit.to_list(dice)))
    [1, 2, 3, 4, 5, 6]
    """
    name, given = "randint", {"low": low, "high": high}
    framework, ends, device, lengths = _placed(name, shape, device, given)
    rules.check_range(name, low, high, dtypes.as_dtype(dtype), framework)
    key = rules.key_of_draw(name, seed, framework.is_compiling)
    return framework.randint(ends["low"], ends["high"], shape=lengths, device=device, dtype=dtype, seed=key)


@primary(result="index", dtypes={"probs": "real floating-point"}, nestable=True)
def multinomial(
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: Array | NativeArray | None = None,
    replace: bool = True,
    device: Device | None = None,
    seed: int | None = None,
    out: Array | None = None,
) -> Array:
    """Members of a population, by their indices, drawn with the probabilities that weights give them.

    Parameters
    ----------
    population_size : how many members there are, at least 1.
    num_samples : how many are drawn in each row.
    batch_size : how many rows there are.
    probs : array of a real floating-point dtype, the weights of the members: of shape ``(population_size,)``, or
        ``(batch_size, population_size)`` for each row. They are 0 or more and need not add up to 1; what weighs 0 is never
        drawn. None for the same weight.
    replace : whether a member can be drawn several times in a row. Where not, each is drawn with the probabilities of those
        that are left.
    device : device of the result; None for that of `probs`, or the default device.
    seed : what is drawn depends on it alone; None for the next number of aikit's own generator, see `aikit.seed`.

    Returns
    -------
    Array of int64 of shape ``(batch_size, num_samples)``.

    Raises
    ------
    AikitValueError : no population, negative numbers, weights of another shape, that are negative or not finite, or that add
        up to 0; more samples without replacement than members of a weight above 0; no seed under a trace.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.multinomial(3, 4, probs=[0.0, 1.0, 0.0], seed=1))
    [[1, 1, 1, 1]]
    >>> sorted(aikit.to_list(aikit.multinomial(3, 3, replace=False, seed=1)[0]))
    [0, 1, 2]
    """
    name, framework = "multinomial", aikit.current_backend(probs)
    rules.check_counts(name, population_size, num_samples, batch_size)
    rules.check_weights(name, population_size, num_samples, batch_size, probs, replace, framework)
    if probs is None:
        device = default_native_device(framework) if device is None else device
    elif device is not None:
        probs = framework.to_device(probs, device)
    key = rules.key_of_draw(name, seed, framework.is_compiling)
    options = {"batch_size": batch_size, "replace": replace, "device": device, "seed": key}
    return framework.multinomial(population_size, num_samples, probs=probs, **options)


@primary(differentiable=("x",))
def shuffle(x: Array | NativeArray, axis: int = 0, /, *, seed: int | None = None, out: Array | None = None) -> Array:
    """The parts of an array along an axis in a random order, all orders as likely as each other.

    Parameters
    ----------
    x : array of any dtype with at least one dimension.
    axis : the axis; the parts along it are moved as a whole, as ``numpy.random.Generator.permutation`` does.
    seed : the order depends on it alone; None for the next number of aikit's own generator, see `aikit.seed`. Two arrays
        of the same length are shuffled alike by one seed.

    Returns
    -------
    Array of the dtype and shape of `x`, on its device; `x` is not changed.

    Raises
    ------
    AikitAxisError : an axis that `x` does not have.
    AikitValueError : no seed under a trace.

    Examples
    --------
    >>> import aikit
    >>> sorted(aikit.to_list(aikit.shuffle([3, 1, 2], seed=1)))
    [1, 2, 3]
    """
    framework = aikit.current_backend(x)
    rules.check_axis("shuffle", x, axis)
    return framework.shuffle(x, axis, seed=rules.key_of_draw("shuffle", seed, framework.is_compiling))
