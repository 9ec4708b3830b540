"""Functions that test or combine neighbours, and files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import aikit
from aikit.container import files
from aikit.declare import compositional, primary, standalone
from aikit.functional.rules import utility as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="any", result="boolean")
def all(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether all elements are true (not zero); True where there are none.

    Parameters
    ----------
    x : array of an any dtype.
    axis : the axis, or axes, along which to test; None for all.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a dtype that is not any.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.all([True, False]))
    False
    """
    return aikit.current_backend(x).all(x, axis=axis, keepdims=keepdims)


@primary(dtypes="any", result="boolean")
def any(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether any element is true (not zero); False where there are none.

    Parameters
    ----------
    x : array of an any dtype.
    axis : the axis, or axes, along which to test; None for all.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a dtype that is not any.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.any([True, False]))
    True
    """
    return aikit.current_backend(x).any(x, axis=axis, keepdims=keepdims)


@primary(dtypes="numeric", differentiable=("x", "prepend", "append"), check=rules.diff)
def diff(
    x: Array | NativeArray,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: Array | NativeArray | None = None,
    append: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Differences of neighbouring elements, `n` times.

    Parameters
    ----------
    x : array of a numeric dtype, with at least one dimension.
    axis : the axis along which to take them.
    n : how many times to take them; 0 gives `x` itself.
    prepend, append : arrays of the same shape but along the axis, joined to `x` before and after.

    Returns
    -------
    Array of the common dtype, shorter by `n` along the axis.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : a negative `n`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.diff([1.0, 3.0, 6.0]))
    [2.0, 3.0]
    """
    return aikit.current_backend(x).diff(x, axis=axis, n=n, prepend=prepend, append=append)


@standalone(convenience=True)
def save(item: Any, filepath: Any, /, *, format: str | None = None) -> None:
    """Save arrays, containers and nests of them to a file, which `load` reads; every bit of them is kept.

    Nothing is pickled: a file holds the bytes of the arrays, and a JSON text of the structure, with check sums of both.

    Parameters
    ----------
    item : an array, native or not; a number, string, bool or None; or a container, dict, list or tuple of these. The keys of dicts
        are strings. NumPy's scalars are loaded as Python's, native arrays as Arrays.
    filepath : the path of the file, which is written anew.
    format : ``"hdf5"``, which needs h5py, ``"npz"`` or ``"json"``; None for that of the end of the name: ``.h5`` or ``.hdf5``,
        ``.npz``, ``.json``.

    Raises
    ------
    OSError : the file cannot be written.
    AikitTypeError : something else in `item`, or a path that is none.
    AikitValueError : no such format, or none that the name says.

    Examples
    --------
    >>> import aikit, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "weights.npz"
    ...     aikit.save({"w": aikit.asarray([1.0, 2.0]), "steps": [3, 4]}, path)
    ...     loaded = aikit.load(path)
    >>> aikit.to_list(loaded["w"]), loaded["steps"]
    ([1.0, 2.0], [3, 4])
    """
    files.save("save", item, filepath, format)


@compositional(convenience=True)
def load(filepath: Any, /, *, format: str | None = None) -> Any:
    """What `save`, or `Container.cont_save`, saved in a file; its arrays are on the set backend, numpy where none is set.

    Nothing in a file is run, and nothing in it is believed before it was looked at.

    Parameters
    ----------
    filepath : the path of the file.
    format : as for `save`.

    Returns
    -------
    What was saved: Arrays, containers, dicts, lists and tuples, and numbers.

    Raises
    ------
    OSError : the file cannot be read.
    AikitTypeError : a path that is none.
    AikitValueError : no such format; or a file that `save` did not write, or that was changed or cut off since.

    Examples
    --------
    >>> import aikit, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "x.json"
    ...     aikit.save(aikit.asarray([1, 2]), path)
    ...     aikit.to_list(aikit.load(path))
    [1, 2]
    """
    return files.load("load", filepath, format)
