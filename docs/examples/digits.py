"""What the example programs share: handwritten digits, training, and a plot of the losses on several backends.

Nothing here names a framework but the arguments: `train` sets the backend, and all that follows is aikit.
"""

from __future__ import annotations

import argparse
import gzip
import pathlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import aikit

HERE = pathlib.Path(__file__).parent
FOR_TRAINING, BATCH, RATE = 1500, 64, 3e-3
Model = Callable[[aikit.Container, aikit.Array], aikit.Array]
"""The scores of the ten classes, of shape ``(images, 10)``, from the variables and from images of shape ``(images, 8, 8)``."""


def load() -> tuple[np.ndarray, np.ndarray]:
    """1,797 images of 8 x 8 pixels from 0 to 1, and the digits that they show."""
    with gzip.open(HERE / "digits.csv.gz", "rt") as file:
        table = np.loadtxt(file, delimiter=",", dtype=np.float32)
    return table[:, :-1].reshape(-1, 8, 8) / 16, table[:, -1].astype(np.int32)


def matrix(random: np.random.Generator, rows: int, columns: int) -> np.ndarray:
    """The initial weights of a linear layer, of as large a variance as keeps that of what goes through it."""
    return (random.normal(size=(rows, columns)) / np.sqrt(columns)).astype(np.float32)


def train(backend: str, model: Model, initial: Mapping[str, Any], steps: int) -> tuple[list[float], float]:
    """Train a model by Adam on one backend.

    Parameters
    ----------
    initial : the variables to begin with, as NumPy arrays in nested dicts.

    Returns
    -------
    The loss before each step, and the share of the images kept back that the trained model knows.
    """
    with aikit.use_backend(backend):
        images, labels = map(aikit.asarray, load())
        variables = aikit.Container(initial).cont_map(lambda x, key_chain: aikit.asarray(x))
        means = squares = aikit.zeros_like(variables)
        random, losses = np.random.default_rng(1), []

        def loss_of(v: aikit.Container, batch: aikit.Array, wanted: aikit.Array) -> aikit.Array:
            return aikit.sparse_cross_entropy(wanted, aikit.softmax(model(v, batch)))

        for step in range(1, steps + 1):
            chosen = aikit.asarray(random.integers(0, FOR_TRAINING, BATCH, np.int32))
            batch, wanted = aikit.take(images, chosen, axis=0), aikit.take(labels, chosen, axis=0)
            loss, gradients = aikit.value_and_grad(loss_of)(variables, batch, wanted)
            variables, means, squares = aikit.adam_update(variables, gradients, RATE, means, squares, step)
            losses.append(float(loss))
        found = aikit.argmax(model(variables, images[FOR_TRAINING:]), axis=-1)
        return losses, float(aikit.mean(found == labels[FOR_TRAINING:]))


def plot(curves: Mapping[str, Sequence[float]], title: str, path: str) -> None:
    """Draw the losses of all backends over each other, and how far each is from the first one."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    above, apart = figure.subplots(1, 2)
    first, *others = curves
    for place, (backend, losses) in enumerate(curves.items()):
        above.plot(
            losses, label=backend, linewidth=2 * (len(curves) - place)
        )  # the first is the widest, below the others
    for place, backend in enumerate(others, start=1):
        distances = np.abs(np.subtract(curves[backend], curves[first]))
        apart.semilogy(np.maximum(distances, 1e-9), label=f"{backend} - {first}", color=f"C{place}")
    above.set(title=title, xlabel="step", ylabel="loss")
    apart.set(title="distance of the losses", xlabel="step")
    above.legend()
    if others:
        apart.legend()
    figure.savefig(path)


def main(title: str, model: Model, initial: Callable[[], Mapping[str, Any]]) -> None:
    """Train on the backends that the command line names, print what was learned, and plot the losses where it asks for it."""
    parser = argparse.ArgumentParser(description=f"Train {title} on handwritten digits.")
    parser.add_argument("backends", nargs="+", help="such as torch jax tensorflow")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--plot", help="the file for a plot of the losses, such as losses.svg; it needs matplotlib")
    asked = parser.parse_args()
    curves = {}
    for backend in asked.backends:
        curves[backend], known = train(backend, model, initial(), asked.steps)
        print(f"{backend}: loss {curves[backend][0]:.4f} -> {curves[backend][-1]:.4f}, {known:.1%} of new images known")
    if asked.plot:
        plot(curves, title, asked.plot)
