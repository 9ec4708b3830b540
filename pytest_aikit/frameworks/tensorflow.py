"""TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_aikit.frameworks.records import LEVELS, Compile, Defaults, Framework, Trace


def _split_cpu(count: int) -> None:
    import tensorflow as tf

    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)


def _compiling(shape_of: Callable[[Any], Any]) -> Compile:
    def compile_(function: Callable[..., Any], natives: list[Any]) -> tuple[Callable[..., Any], Callable[[], int]]:
        import tensorflow as tf

        specs = [tf.TensorSpec(shape_of(native.shape), native.dtype) for native in natives]
        # AutoGraph would rewrite the check's own code, which is slow; it leaves aikit alone in any case
        traced = tf.function(function, autograph=False, input_signature=[specs])
        return traced, traced.experimental_get_tracing_count

    return compile_


def _trace(label: str, shape_of: Callable[[Any], Any], shape: str, knows_shapes: bool = False) -> Trace:
    """A trace of arrays of which it is told only so much of the shape; `shape` is the source of that."""
    specs = f"input_signature=[[tf.TensorSpec({shape}, array.dtype) for array in arrays]]"
    return Trace(
        label,
        _compiling(shape_of),
        f"tf.function(both, autograph=False, {specs})",
        "traced.experimental_get_tracing_count()",
        knows_shapes=knows_shapes,
    )


FRAMEWORK = Framework(
    "tensorflow",
    imported="import tensorflow as tf",
    immutable=True,
    shapes_cost=True,
    split_cpu=_split_cpu,
    traces=(
        _trace("a trace", lambda shape: shape, "array.shape", knows_shapes=True),
        _trace("a trace with unknown lengths", lambda shape: [None] * len(shape), "[None] * len(array.shape)"),
        _trace("a trace with unknown rank", lambda shape: None, "None"),
    ),
    isa_cap=lambda environment: LEVELS[-1],  # nothing in the environment caps it
    no_namespace="tensorflow has no namespace that follows the Array API standard",
    native_defaults=Defaults("float32", "complex64", "int32", "int64"),
)
