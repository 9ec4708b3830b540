"""Methods of Container that make something else of it, and it of something else."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import aikit
from aikit.array import Array
from aikit.container.items import as_array
from aikit.core.nodes import Node, chain_name, check_shared, containers_of, leaves, mapped
from aikit.exceptions import AikitStructureError, AikitValueError

if TYPE_CHECKING:
    import os

    from aikit.container import Container


class ContainerWithConversion(Node):
    """To and from dicts, lists, files and other backends."""

    __slots__ = ()

    def cont_to_dict(self) -> dict[str, Any]:
        """The same as nested dicts."""
        return {
            key: value.cont_to_dict() if isinstance(value, ContainerWithConversion) else value
            for key, value in self.items()
        }

    @staticmethod
    def cont_from_dict(dict_in: Mapping[str, Any], /) -> Container:
        """A container of nested dicts, as ``Container(dict_in)``."""
        return aikit.Container(dict_in)

    def cont_to_flat_list(self) -> list[Any]:
        """The leaves, in order."""
        return [leaf for _, leaf in leaves(self)]

    def cont_from_flat_list(self, values: Sequence[Any], /) -> Container:
        """A container of this structure with other leaves.

        Raises
        ------
        AikitValueError : another number of values than there are leaves.
        """
        values = list(values)
        count = len(self.cont_to_flat_list())
        if len(values) != count:
            raise AikitValueError(f"cont_from_flat_list: {len(values)} values for {count} leaves; give one for each")
        rest = iter(values)
        return mapped(lambda chain, items: next(rest), [self])

    def cont_to_iterator(self) -> Iterator[tuple[str, Any]]:
        """(key chain, leaf) for every leaf, in order."""
        return ((chain_name(chain), leaf) for chain, leaf in leaves(self))

    def cont_to_iterator_keys(self) -> Iterator[str]:
        """The key chains of the leaves, in order."""
        return (chain for chain, _ in self.cont_to_iterator())

    def cont_to_iterator_values(self) -> Iterator[Any]:
        """The leaves, in order."""
        return (leaf for _, leaf in self.cont_to_iterator())

    def cont_copy(self) -> Container:
        """A container of its own with the same leaves."""
        copied: Any = copy.copy(self)
        return copied

    def cont_deep_copy(self) -> Container:
        """A container of its own with copies of the leaves."""
        copied: Any = copy.deepcopy(self)
        return copied

    def cont_to_backend(self, backend: str, /) -> Container:
        """The same with its arrays on another backend; see `aikit.to_backend`."""

        def moved(chain: Any, items: list[Any]) -> Any:
            return aikit.to_backend(items[0], backend) if aikit.is_array(items[0]) else items[0]

        return mapped(moved, [self])

    def cont_unstack_conts(self, axis: int = 0, keepdims: bool = False) -> list[Container]:
        """One container for each index along an axis, which all arrays have in the same length.

        Raises
        ------
        AikitStructureError : the arrays have different lengths along the axis.
        """

        def unstacked(chain: Any, items: list[Any]) -> Any:
            leaf = as_array(items[0])
            return aikit.unstack(leaf if isinstance(leaf, Array) else aikit.asarray(leaf), axis=axis)

        parts = mapped(unstacked, [self])
        lengths = sorted({len(leaf) for _, leaf in leaves(parts)})
        if len(lengths) > 1:
            raise AikitStructureError(
                f"cont_unstack_conts: along axis={axis} the arrays have lengths from {lengths[0]} to {lengths[-1]}; they must "
                "be equal"
            )

        def part(index: int) -> Any:
            def taken(chain: Any, items: list[Any]) -> Any:
                return aikit.expand_dims(items[0][index], axis) if keepdims else items[0][index]

            return mapped(taken, [parts])

        return [part(index) for index in range(lengths[0] if lengths else 0)]

    @staticmethod
    def cont_list_stack(containers: Sequence[Any], /) -> Container:
        """A container whose leaves are lists of the leaves of these, which share a structure."""
        containers = containers_of("cont_list_stack", containers, may_be_leaves=True)
        check_shared("cont_list_stack", containers)
        return mapped(lambda chain, items: items, containers)

    def cont_save(self, filepath: str | os.PathLike[str], /, *, format: str | None = None) -> None:
        """Save to a file: HDF5 (``.h5``, ``.hdf5``), NumPy's ``.npz``, or ``.json``, all of which keep every bit of arrays.

        Parameters
        ----------
        format : ``"hdf5"``, ``"npz"`` or ``"json"``; None: by the end of the name.

        Native arrays are loaded as Arrays, NumPy's scalars as Python's.

        Raises
        ------
        OSError : the file cannot be written.
        AikitValueError : another format.
        AikitTypeError : a leaf that is no array, number, string, bool, None, or list, tuple or dict of these.
        """
        from aikit.container.files import save

        save("cont_save", self, filepath, format)

    @staticmethod
    def cont_load(filepath: str | os.PathLike[str], /, *, format: str | None = None) -> Container:
        """The container saved in a file by `cont_save`; its arrays are on the set backend, numpy where none is set.

        Raises
        ------
        OSError : the file cannot be read.
        AikitValueError : it is no file that `cont_save` wrote, or was changed or cut off since.
        """
        from aikit.container.files import load

        return load("cont_load", filepath, format)
