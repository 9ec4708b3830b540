"""The ways in and out that namespaces of others have in place of those of the standard."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit import NamespaceAdapter


def _of_tensor(x: Any) -> np.ndarray:
    """A tensor that is conjugated or negated when it is read goes out by no other way."""
    return x.resolve_conj().resolve_neg().numpy()


def _of_quantity(x: Any) -> np.ndarray:
    return np.asarray(getattr(x, "magnitude", x))


torch = NamespaceAdapter(to_numpy=_of_tensor)
sparse = NamespaceAdapter(to_numpy=lambda x: x.todense() if hasattr(x, "todense") else np.asarray(x))
ndonnx = NamespaceAdapter(to_numpy=lambda x: x.unwrap_numpy())
marray = NamespaceAdapter(to_numpy=lambda x: np.asarray(x.data))
quantity_array = NamespaceAdapter(to_numpy=_of_quantity)
