"""JAX, which has its 64-bit dtypes only where a switch is on."""

from __future__ import annotations

import functools
import math
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from pytest_aikit import clock
from pytest_aikit.frameworks.records import LEVELS, Calls, Framework, Switch, Trace, Traced, each


def _namespace() -> Any:
    import jax.numpy as namespace

    return namespace


def _split_cpu(count: int) -> None:
    import jax

    if "jax_num_cpu_devices" in jax.config.values:
        jax.config.update("jax_num_cpu_devices", count)


def _configure(cache: Path | None) -> Callable[[], None]:
    """Turn the 64-bit dtypes on, and keep what is compiled in a folder, where the user has not said otherwise.

    aikit itself never flips the switch, but with it off, which is JAX's default, half of the cells do not exist. And what
    is kept serves the next run and other workers: https://docs.jax.dev/en/latest/persistent_compilation_cache.html
    """
    try:
        import jax
    except Exception:  # as the backend says where it is loaded
        return lambda: None
    wanted: dict[str, Any] = {}
    if "JAX_ENABLE_X64" not in os.environ:
        wanted["jax_enable_x64"] = True
    if cache is not None and not jax.config.jax_compilation_cache_dir:  # type: ignore[attr-defined]
        wanted["jax_compilation_cache_dir"] = str(cache)
        wanted["jax_persistent_cache_min_compile_time_secs"] = 0
    before = {name: getattr(jax.config, name) for name in wanted}

    def set_all(values: dict[str, Any]) -> None:
        for name, value in values.items():
            jax.config.update(name, value)

    set_all(wanted)
    if "jax_compilation_cache_dir" in wanted:
        from jax.experimental.compilation_cache import compilation_cache

        # what was compiled before, as by the import of a module, has settled for this process that there is none
        compilation_cache.reset_cache()
    take_back = [_count_compilations(), _share_contexts(), _take_options()]

    def restore() -> None:
        set_all(before)
        for one in take_back:
            one()

    return restore


_COMPILED = "/jax/core/compile/backend_compile_duration"
_LOWERED_AND_COMPILED = ("/jax/core/compile/jaxpr_to_mlir_module_duration", _COMPILED)  # traces lie in each other
_FROM_CACHE = "/jax/compilation_cache/cache_hits"


def _count_compilations() -> Callable[[], None]:
    """Let the clock know of each compilation, and of each that is spared by the persistent cache."""
    import jax.monitoring

    def took(event: str, seconds: float, **_: Any) -> None:
        if event in _LOWERED_AND_COMPILED:
            clock.SPENT[clock.COMPILATION] += seconds
            clock.COMPILATIONS[clock.COMPILED] += event == _COMPILED

    def came(event: str, **_: Any) -> None:
        clock.COMPILATIONS[clock.FROM_CACHE] += event == _FROM_CACHE

    jax.monitoring.register_event_duration_secs_listener(took)
    jax.monitoring.register_event_listener(came)

    def forget() -> None:
        jax.monitoring.unregister_event_duration_listener(took)
        jax.monitoring.unregister_event_listener(came)

    return forget


_CONTEXT = threading.local()


def _share_contexts() -> Callable[[], None]:
    """Let a thread write all its programs in one context of MLIR; JAX makes one for each, a sixth of a small compilation.

    It has no setting for this. What is written does not depend on what was before, but stays until the context goes.
    """
    from jax._src.interpreters import mlir

    make = getattr(mlir, "make_ir_context", None)
    if make is None:
        return lambda: None

    def context() -> Any:
        if not hasattr(_CONTEXT, "made"):
            _CONTEXT.made = make()
        return _CONTEXT.made

    def take_back() -> None:
        mlir.make_ir_context = make
        vars(_CONTEXT).clear()

    mlir.make_ir_context = context
    return take_back


def _clear_compiled() -> None:
    """Each compiled function holds 0.25 MB and three mappings of memory, of which Linux gives a process 65,530."""
    import jax

    jax.clear_caches()
    vars(_CONTEXT).clear()


def _has_x64() -> bool:
    import jax

    return bool(jax.config.jax_enable_x64)


def _x64_turned(on: bool) -> AbstractContextManager[Any]:
    jax = sys.modules.get("jax")
    return nullcontext() if jax is None else jax.enable_x64(on)


_LEVELS = {"SSE4_2": "baseline", "AVX": "baseline", "AVX2": "avx2", "AVX512": "avx512", "AVX512_VNNI": "avx512"}


def _isa_cap(environment: Mapping[str, str]) -> str:
    given = re.findall(r"--xla_cpu_max_isa=(\w+)", environment.get("XLA_FLAGS", ""))
    return _LEVELS.get(given[-1].upper(), LEVELS[-1]) if given else LEVELS[-1]


def _unbound(values: np.ndarray) -> Any:
    """As `jax.numpy.asarray` makes it, which compiles for each new shape what does nothing."""
    import jax

    return jax.device_put(np.array(values, order="C"))


def _counted(function: Callable[..., Any]) -> tuple[Callable[..., Any], list[int]]:
    traces: list[int] = []

    def counted(natives: list[Any]) -> Any:
        traces.append(1)
        return function(natives)

    return counted, traces


def _callbacks(traced: Any, natives: list[Any]) -> list[str]:
    """The primitives of a trace, which is kept, that call back to Python."""
    return re.findall(r"\b\w+_callback\b", str(traced.trace(natives).jaxpr))


def _jit(function: Callable[[list[Any]], Any], natives: list[Any]) -> Traced:
    import jax

    counted, traces = _counted(function)
    traced = jax.jit(counted)
    return Traced(each(traced), lambda: len(traces), lambda: _callbacks(traced, natives))


def _vmap(function: Callable[[list[Any]], Any], natives: list[Any]) -> Traced:
    """In one trace: outside of it, each operation is compiled by itself."""
    import jax

    counted, traces = _counted(function)
    traced = jax.jit(jax.vmap(counted))
    stacked: list[Any] = []

    def call(calls: Calls) -> list[Any]:
        # `asarray` would compile for each new shape
        stacked[:] = [jax.device_put(np.stack([np.asarray(one) for one in each])) for each in zip(*calls, strict=True)]
        found = jax.device_get(traced(stacked))
        return [jax.tree.map(lambda result: result[number, ...], found) for number in range(len(calls))]  # noqa: B023

    return Traced(call, lambda: len(traces), lambda: _callbacks(traced, stacked))


_MAPPED = """\


def traced(arrays):
    return jax.tree.map(lambda result: result[0], jax.vmap(call)([jax.numpy.stack([one]) for one in arrays]))


"""


_ROUNDED = {"xla_allow_excess_precision": False}
"""Without leave to keep what has 16 bits in 32 of them from one operation to the next."""
_CHEAP = {
    "xla_backend_optimization_level": 0,
    "xla_cpu_use_fusion_emitters": False,
    "xla_cpu_parallel_codegen_split_count": 1,
}
"""Compiled in a sixth of the time: the same operations as loops of one element after the other, in one module of LLVM."""


@functools.cache
def _cheap() -> Mapping[str, Any]:
    """Those of the options that this XLA has; none where JAX does not run on the processor, for which they are."""
    import jax

    if jax.default_backend() != "cpu":
        return {}
    found = {}
    for name, value in _CHEAP.items():
        with suppress(jax.errors.JaxRuntimeError):  # versions have others: "No such compile option"
            jax.jit(lambda: 0, compiler_options={name: value}).lower().compile()
            found[name] = value
    return found


def _compiled(function: Callable[..., Any], optimized: bool) -> Callable[..., Any]:
    """The function under `jax.jit`; where it is not optimized, what JAX has compiled functions for becomes part of it.

    XLA would do the same later, and it takes JAX as long to trace, to differentiate and to write a call of such a function
    as what is in it. Loops remain what they are.
    """
    import jax

    def inlined(natives: Any) -> Any:
        with jax.disable_jit(), _loops_kept():
            return function(natives)

    if optimized:
        return jax.jit(function, compiler_options=_ROUNDED)  # type: ignore[no-any-return]
    made = jax.jit(inlined, compiler_options={**_ROUNDED, **_cheap()})

    def call(natives: Any) -> Any:
        with _not_kept():
            return made(natives)

    return call


@contextmanager
def _loops_kept() -> Iterator[None]:
    """Let a loop be one where functions are not compiled, too: JAX would make each of its turns anew, to be debugged."""
    try:
        from jax._src.lax.control_flow import loops

        config = loops.config
    except (ImportError, AttributeError):  # in another version, where they are unrolled
        yield
        return

    class Configuration:
        disable_jit = SimpleNamespace(value=False)

        def __getattr__(self, name: str) -> Any:
            return getattr(config, name)

    loops.config = Configuration()  # type: ignore[assignment]
    try:
        yield
    finally:
        loops.config = config


@contextmanager
def _not_kept() -> Iterator[None]:
    """Leave what is compiled out of the persistent cache: to write what is not optimized takes as long as to compile it."""
    import jax

    name = "jax_persistent_cache_min_compile_time_secs"
    before = getattr(jax.config, name)
    jax.config.update(name, math.inf)
    try:
        yield
    finally:
        jax.config.update(name, before)


_context: Any = None
"""Whether a thread compiles cheaply, which JAX takes into account where it looks for what it has compiled."""


def _take_options() -> Callable[[], None]:
    """Let what is compiled in a context of ours have other options.

    JAX takes options for what a user compiles, and none for the functions of its own that are called by themselves.
    """
    import jax
    from jax._src import compiler

    global _context
    make = getattr(compiler, "get_compile_options", None)
    if make is None or not hasattr(jax, "make_user_context"):
        return lambda: None
    before, context = _context, jax.make_user_context(False)

    def options(*args: Any, env_options_overrides: Any = None, **kwargs: Any) -> Any:
        given = {**(_cheap() if context.value else {}), **(env_options_overrides or {})}
        return make(*args, env_options_overrides=given, **kwargs)

    def take_back() -> None:
        global _context
        compiler.get_compile_options, _context = make, before

    compiler.get_compile_options, _context = options, context
    return take_back


def _cheaply() -> AbstractContextManager[Any]:
    if _context is None:
        return nullcontext()
    _cheap()  # to find them out is to compile, which asks for them in this context
    return _context(True)


FRAMEWORK = Framework(
    "jax",
    imported="import jax",
    immutable=True,
    unbound=_unbound,
    compiles=True,
    compiled=_compiled,
    cheaply=_cheaply,
    shapes_cost=True,
    split_cpu=_split_cpu,
    configure=_configure,
    clear_compiled=_clear_compiled,
    x64=Switch(_has_x64, _x64_turned, 'jax.config.update("jax_enable_x64", {})'),
    traces=(
        Trace(
            "trace", "jax.jit", _jit, "traced = jax.jit(call)\n", "", "traced._cache_size()", lacks=("values", "sizes")
        ),
        Trace("trace_vmap", "jax.vmap", _vmap, _MAPPED, lacks=("values", "sizes"), maps=True),
    ),
    isa_cap=_isa_cap,
    namespace=_namespace,
)
