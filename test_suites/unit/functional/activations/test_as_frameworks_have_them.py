"""Activations, losses and cumulations agree with the functions of the same meaning that PyTorch and TensorFlow have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit

X = np.array([[-6.0, -2.5, -0.5, 0.0], [0.25, 1.0, 3.0, 30.0]])
CHANCES = np.array([[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]])
LOGITS = np.array([[-3.0, 0.5, 2.0], [0.0, 40.0, -40.0]])
TRUE = np.array([[0.0, 1.0, 0.5], [1.0, 1.0, 0.0]])


def _same(ours: Any, theirs: Any) -> None:
    np.testing.assert_allclose(np.asarray(ours), np.asarray(theirs), rtol=1e-12, atol=1e-14)


@pytest.mark.needs("torch")
@pytest.mark.parametrize(
    ("name", "options", "theirs", "other"),
    [
        ("gelu", {}, "gelu", {}),
        ("gelu", {"approximate": True}, "gelu", {"approximate": "tanh"}),
        ("hardswish", {}, "hardswish", {}),
        ("leaky_relu", {"alpha": 0.3}, "leaky_relu", {"negative_slope": 0.3}),
        ("log_softmax", {"axis": 0}, "log_softmax", {"dim": 0}),
        ("mish", {}, "mish", {}),
        ("relu", {}, "relu", {}),
        ("sigmoid", {}, "sigmoid", {}),
        ("softplus", {"beta": 2.0, "threshold": 5.0}, "softplus", {"beta": 2.0, "threshold": 5.0}),
        ("softsign", {}, "softsign", {}),
    ],
)
def test_activations_of_torch(name, options, theirs, other):
    require("torch")
    import torch

    _same(
        getattr(aikit, name)(aikit.asarray(X), **options),
        getattr(torch.nn.functional, theirs)(torch.tensor(X), **other),
    )


@pytest.mark.needs("torch")
@pytest.mark.parametrize("reduction", ["none", "sum", "mean"])
def test_losses_of_torch(reduction):
    require("torch")
    import torch

    functional, true = torch.nn.functional, torch.tensor(TRUE)
    _same(
        aikit.binary_cross_entropy(TRUE, CHANCES, reduction=reduction),
        functional.binary_cross_entropy(torch.tensor(CHANCES), true, reduction=reduction),
    )
    _same(
        aikit.binary_cross_entropy(TRUE, LOGITS, from_logits=True, reduction=reduction, pos_weight=2.5),
        functional.binary_cross_entropy_with_logits(
            torch.tensor(LOGITS), true, reduction=reduction, pos_weight=torch.tensor(2.5)
        ),
    )
    _same(
        aikit.sparse_cross_entropy(np.array([2, 0]), CHANCES, epsilon=0.0, reduction=reduction),
        functional.nll_loss(torch.log(torch.tensor(CHANCES)), torch.tensor([2, 0]), reduction=reduction),
    )


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_cumulations_of_tensorflow(name, exclusive, reverse):
    require("tensorflow")
    import tensorflow as tf

    options = {"axis": 1, "exclusive": exclusive, "reverse": reverse}
    _same(getattr(aikit, name)(CHANCES, **options), getattr(tf.math, name)(tf.constant(CHANCES), **options))
