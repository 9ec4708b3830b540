"""PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pytest_aikit.frameworks.records import LEVELS, OF_A_TRACE, Calls, Framework, Lazily, Recorded, Trace, Traced, each


def _namespace() -> Any:
    import array_api_compat.torch as compat

    return compat


_LEVELS = {
    "ATEN_CPU_CAPABILITY": {"default": "baseline", "avx2": "avx2"},
    "ONEDNN_MAX_CPU_ISA": {
        **dict.fromkeys(("SSE41", "AVX"), "baseline"),
        **dict.fromkeys(("AVX2", "AVX2_VNNI", "AVX2_VNNI_2"), "avx2"),
        **dict.fromkeys(("AVX512_CORE", "AVX512_CORE_VNNI"), "avx512"),
    },
}
"""The caps on its own kernels and on those of oneDNN, and what they come to; other values of them cap nothing."""


def _isa_cap(environment: Mapping[str, str]) -> str:
    found = (levels.get(environment.get(name, "")) for name, levels in _LEVELS.items())
    return min((level for level in found if level), key=LEVELS.index, default=LEVELS[-1])


def _leaves_torch(graph: Any) -> list[str]:
    """The calls in a graph of what is neither PyTorch's nor Python's own, as an operator of somebody's."""
    found = []
    for node in graph.nodes:
        if node.op == "call_function":
            space = getattr(node.target, "namespace", None) or (node.target.__module__ or "").partition(".")[0]
            if space not in _OWN:
                found.append(str(node.target))
    return found


_OWN = {"aikit", "aten", "prims", "torch", "higher_order", "_operator", "math", "builtins", "einops", ""}


def _compile(function: Callable[[list[Any]], Any], natives: list[Any]) -> Traced:
    """Calls of NumPy break the graph, where by default they are traced as if they were PyTorch's."""
    import torch

    graphs: list[Any] = []
    aot_eager = torch._dynamo.lookup_backend("aot_eager")

    def backend(graph: Any, inputs: Any) -> Any:
        graphs.append(graph.graph)
        return aot_eager(graph, inputs)

    # the traces of the last function would count as recompilations of this one
    torch._dynamo.reset()
    traced = torch.compile(function, backend=backend, fullgraph=True)

    def call(calls: Calls) -> list[Any]:
        with torch._dynamo.config.patch(trace_numpy=False), _without_timed_guards():
            return [traced(natives) for natives in calls]

    def values() -> list[str]:
        nodes = [node for graph in graphs for node in graph.nodes if node.op == "call_method"]
        return [node.target for node in nodes if node.target in ("item", "tolist")]

    return Traced(
        call, lambda: len(graphs), lambda: [name for graph in graphs for name in _leaves_torch(graph)], values
    )


@contextmanager
def _without_timed_guards() -> Iterator[None]:
    """Let Dynamo trace without looking how long its guards take, before which it clears the processor's cache: a quarter of a trace.

    It has no setting for this, and what it finds goes to its log alone.
    """
    from torch._dynamo import guards

    timed = getattr(guards, "profile_guard_manager", None)
    if timed is None:
        yield
        return
    guards.profile_guard_manager = lambda *given: 0.0
    try:
        yield
    finally:
        guards.profile_guard_manager = timed


def _export(function: Callable[[list[Any]], Any], natives: list[Any]) -> Traced:
    import torch

    class Module(torch.nn.Module):
        def forward(self, natives: list[Any]) -> Any:
            return function(natives)

    auto = torch.export.Dim.AUTO
    dynamic = [{axis: auto for axis, length in enumerate(native.shape) if length > 1} for native in natives]
    exported = torch.export.export(Module(), (natives,), dynamic_shapes=[dynamic])
    return Traced(each(exported.module()), outside=lambda: _leaves_torch(exported.graph))


def _vmap(function: Callable[[list[Any]], Any], natives: list[Any]) -> Traced:
    import torch

    def call(calls: Calls) -> list[Any]:
        found = torch.func.vmap(function)([torch.stack(one) for one in zip(*calls, strict=True)])
        return [torch.utils._pytree.tree_map(lambda result: result[number], found) for number in range(len(calls))]  # noqa: B023

    return Traced(call)


_COUNTING = """\
traces = []


def counting(graph, inputs):
    traces.append(1)
    return torch._dynamo.lookup_backend("aot_eager")(graph, inputs)


torch._dynamo.config.trace_numpy = False
"""
_EXPORTED = """\
class Module(torch.nn.Module):
    def forward(self, arrays):
        return call(arrays)


lengths = [{axis: torch.export.Dim.AUTO for axis, n in enumerate(array.shape) if n > 1} for array in arrays]
traced = torch.export.export(Module(), (arrays,), dynamic_shapes=[lengths]).module()
"""
_MAPPED = """\
def traced(arrays):
    found = torch.func.vmap(call)([torch.stack([one]) for one in arrays])
    return torch.utils._pytree.tree_map(lambda result: result[0], found)


"""


def _laid_out(array: Any) -> Any:
    import torch

    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view("int16")).view(torch.bfloat16)
    return torch.from_numpy(array)


def _lazily(array: Any) -> Any:
    """A tensor that is the conjugate of another one, or the negative: a bit says so, and nothing is computed."""
    import torch

    if array.is_complex():
        return array.conj().resolve_conj().conj()
    return torch.complex(array, -array).conj().imag if array.dtype in (torch.float32, torch.float64) else array


_LAZILY = """\
native.conj().resolve_conj().conj() if native.is_complex() else torch.complex(native, -native).conj().imag"""


def _memory_of(array: Any) -> Callable[[], bool]:
    from torch.multiprocessing.reductions import StorageWeakRef

    storage = StorageWeakRef(array.untyped_storage())
    return lambda: not storage.expired()


def _shares(one: Any, other: Any) -> bool:
    return bool(one.untyped_storage().data_ptr() == other.untyped_storage().data_ptr())


def _lost() -> bool:
    import torch

    try:
        if torch.cuda.is_initialized():
            torch.cuda.synchronize()
    except RuntimeError:  # "CUDA error: device-side assert triggered", and that for each call from then on
        return True
    return False


def _configure(cache: Path | None) -> Callable[[], None]:
    """Let cuDNN compute float32 in float32, and give the same each time, which users ask for by the same switches.

    By default it rounds what it multiplies to the 11 bits of TensorFloat-32 on the GPUs that have it, in convolutions and in
    recurrent layers, though PyTorch's products of matrices are not: https://docs.pytorch.org/docs/stable/notes/cuda.html
    """
    try:
        import torch
    except Exception:  # as the backend says where it is loaded
        return lambda: None
    cudnn: Any = torch.backends.cudnn
    before = cudnn.allow_tf32, cudnn.deterministic
    cudnn.allow_tf32, cudnn.deterministic = False, True

    def restore() -> None:
        cudnn.allow_tf32, cudnn.deterministic = before

    return restore


def _recorded(function: Callable[[list[Any]], Any], natives: list[Any]) -> list[Any]:
    """Gradients by autograd, which training loops of PyTorch's own use: other code of a backend may run than under `torch.func`."""
    import torch

    leaves = [one.detach().requires_grad_() for one in natives]
    total = function(leaves)
    if not total.requires_grad:  # which autograd calls an error
        return [torch.zeros_like(one) for one in leaves]
    return list(torch.autograd.grad(total, leaves, allow_unused=True, materialize_grads=True))


_RECORDED = """\
def gradient(*given):
    leaves = [x.data.detach().requires_grad_() for x in given]
    total = loss(*map(aikit.asarray, leaves)).data
    return torch.autograd.grad(total, leaves, allow_unused=True, materialize_grads=True) if total.requires_grad else [0 * x for x in leaves]
"""


def _recorded_twice(function: Callable[[list[Any]], Any], natives: list[Any], along: list[Any]) -> list[Any]:
    """Second derivatives by autograd, of what it has recorded of its own gradients."""
    import torch

    leaves = [one.detach().requires_grad_() for one in natives]
    total = function(leaves)
    if total.requires_grad:
        first = torch.autograd.grad(total, leaves, create_graph=True, allow_unused=True, materialize_grads=True)
        total = sum((one * other).sum() for one, other in zip(first, along, strict=True))
    if not total.requires_grad:
        return [torch.zeros_like(one) for one in leaves]
    return list(torch.autograd.grad(total, leaves, allow_unused=True, materialize_grads=True))


_RECORDED_TWICE = """\
leaves = [x.data.detach().requires_grad_() for x in given]
options = {"allow_unused": True, "materialize_grads": True}
first = torch.autograd.grad(loss(*map(aikit.asarray, leaves)).data, leaves, create_graph=True, **options)
total = sum((one * other.data).sum() for one, other in zip(first, along))
second = torch.autograd.grad(total, leaves, **options) if total.requires_grad else [0 * x for x in leaves]
"""


def _is_recorded(native: Any) -> bool:
    import torch

    return native.requires_grad and not torch._C._functorch.is_functorch_wrapped_tensor(native)  # type: ignore[no-any-return]


def _generator_state() -> bytes:
    import torch

    return torch.get_rng_state().numpy().tobytes()


FRAMEWORK = Framework(
    "torch",
    threads=("OMP_NUM_THREADS",),
    laid_out=_laid_out,
    lazily=Lazily(_lazily, _LAZILY),
    shares=_shares,
    lost=_lost,
    memory_of=_memory_of,
    configure=_configure,
    imported="import torch",
    without_values=("meta",),
    traces=(
        Trace(
            "trace",
            "torch.compile",
            _compile,
            "traced = torch.compile(call, backend=counting, fullgraph=True)\n",
            _COUNTING,
            "len(traces)",
            guards=True,
            differentiated=(OF_A_TRACE,),
        ),
        Trace(
            "trace_vmap",
            "torch.func.vmap",
            _vmap,
            _MAPPED,
            lacks=("values", "sizes"),
            cheap=True,
            maps=True,
        ),
        Trace(
            "trace_lengths",
            "torch.export with dynamic lengths",
            _export,
            _EXPORTED,
            constants=("lengths",),
        ),
    ),
    recorded=Recorded(_recorded, _RECORDED, _recorded_twice, _RECORDED_TWICE, _is_recorded),
    generator_state=_generator_state,
    isa_cap=_isa_cap,
    namespace=_namespace,
)
