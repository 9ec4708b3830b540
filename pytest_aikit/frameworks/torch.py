"""PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_aikit.frameworks.records import LEVELS, Framework, Trace


def _namespace() -> Any:
    import array_api_compat.torch as compat

    return compat


_LEVELS = {"default": "baseline", "avx2": "avx2", "avx512": "avx512"}


def _isa_cap(environment: Mapping[str, str]) -> str:
    return _LEVELS.get(environment.get("ATEN_CPU_CAPABILITY", ""), LEVELS[-1])


def _compile(function: Callable[..., Any], natives: list[Any]) -> tuple[Callable[..., Any], Callable[[], int]]:
    import torch

    traces = []

    def backend(graph: Any, inputs: Any) -> Any:
        # what the backend "eager" does
        traces.append(1)
        return graph.forward

    # the traces of the last function would count as recompilations of this one
    torch._dynamo.reset()
    return torch.compile(function, backend=backend, fullgraph=True), lambda: len(traces)


_COUNTING = """\
traces = []


def counting(graph, inputs):
    traces.append(1)
    return graph.forward


"""


def _laid_out(array: Any) -> Any:
    import torch

    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view("int16")).view(torch.bfloat16)
    return torch.from_numpy(array)


FRAMEWORK = Framework(
    "torch",
    laid_out=_laid_out,
    imported="import torch",
    without_values=("meta",),
    traces=(
        Trace("a trace", _compile, "torch.compile(both, backend=counting, fullgraph=True)", "len(traces)", _COUNTING),
    ),
    isa_cap=_isa_cap,
    namespace=_namespace,
)
