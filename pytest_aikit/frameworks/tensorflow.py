"""TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_aikit.frameworks.records import (
    FIRST,
    IN_A_TRACE,
    LEVELS,
    OF_A_TRACE,
    Defaults,
    Framework,
    Trace,
    Traced,
    each,
)


def _split_cpu(count: int) -> None:
    import tensorflow as tf

    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)


_OUTSIDE = {"PyFunc", "PyFuncStateless", "EagerPyFunc"}
"""The operations of a graph that call Python."""


def _tracing(shape_of: Callable[[Any], Any]) -> Callable[[Callable[[list[Any]], Any], list[Any]], Traced]:
    def trace(function: Callable[[list[Any]], Any], natives: list[Any]) -> Traced:
        import tensorflow as tf

        specs = [tf.TensorSpec(shape_of(native.shape), native.dtype) for native in natives]
        # AutoGraph would rewrite the check's own code, which is slow; it leaves aikit alone in any case
        traced = tf.function(function, autograph=False, input_signature=[specs])

        def outside() -> set[str]:
            graph = traced.get_concrete_function().graph.as_graph_def()
            nodes = [*graph.node, *(node for one in graph.library.function for node in one.node_def)]
            return {node.op for node in nodes} & _OUTSIDE

        def shapes() -> list[list[tuple[int | None, ...] | None]]:
            results = traced.get_concrete_function().structured_outputs
            return [[None if x.shape.rank is None else tuple(x.shape) for x in arrays] for arrays in results]

        return Traced(each(traced), traced.experimental_get_tracing_count, outside, shapes=shapes)

    return trace


def _trace(check: str, what: str, shape_of: Callable[[Any], Any], shape: str, *lacks: str) -> Trace:
    """A trace of arrays of which it is told only so much of the shape; `shape` is the source of that."""
    specs = f"input_signature=[[tf.TensorSpec({shape}, array.dtype) for array in arrays]]"
    return Trace(
        check,
        f"tf.function{what}",
        _tracing(shape_of),
        f"traced = tf.function(call, autograph=False, {specs})\n",
        counted="traced.experimental_get_tracing_count()",
        known="[x.shape.as_list() for x in traced.get_concrete_function().structured_outputs]",
        lacks=("values", *lacks),
        joins=not lacks,
        differentiated=(IN_A_TRACE, OF_A_TRACE) if lacks == ("lengths",) else (),
    )


def _generator_state() -> bytes:
    import tensorflow as tf

    return tf.random.get_global_generator().state.numpy().tobytes()


FRAMEWORK = Framework(
    "tensorflow",
    imported="import tensorflow as tf",
    immutable=True,
    shapes_cost=True,
    threads=("TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"),
    split_cpu=_split_cpu,
    traces=(
        _trace("trace", "", lambda shape: shape, "array.shape"),
        _trace(
            "trace_lengths",
            " with unknown lengths",
            lambda shape: [None] * len(shape),
            "[None] * len(array.shape)",
            "lengths",
        ),
        _trace(
            "trace_lengths",
            " with unknown first lengths",
            lambda shape: [None, *shape[1:]] if len(shape) else [],
            "[None, *array.shape[1:]][: array.ndim]",
            FIRST,
        ),
        _trace("trace_rank", " with unknown rank", lambda shape: None, "None", "lengths", "rank"),
    ),
    generator_state=_generator_state,
    isa_cap=lambda environment: LEVELS[-1],  # nothing in the environment caps it
    no_namespace="tensorflow has no namespace that follows the Array API standard",
    native_defaults=Defaults("float32", "complex64", "int32", "int64"),
)
