"""What is said of devices and of the machine, held against the system and the frameworks."""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import pathlib
import sys
import time
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitDeviceError, AikitNotImplementedException

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the operating system is not Linux")
ABOUT_A_DEVICE = [
    "as_native_dev",
    "clear_cached_mem_on_dev",
    "dev_util",
    "percent_used_mem_on_dev",
    "total_mem_on_dev",
    "used_mem_on_dev",
]


def test_names_of_devices(backend: str) -> None:
    xp = aikit.get_backend(backend)
    native = xp.as_native_dev("cpu")
    assert (
        xp.as_aikit_dev(native) is aikit.Device("cpu") is xp.as_aikit_dev("cpu") is xp.as_aikit_dev(xp.zeros(1).device)
    )
    expected = {"numpy": "cpu", "tensorflow": "/job:localhost/replica:0/task:0/device:CPU:0"}
    if backend == "torch":
        import torch

        expected["torch"] = torch.device("cpu")
    if backend == "jax":
        import jax

        expected["jax"] = jax.devices("cpu")[0]
    assert native == expected[backend]
    with aikit.use_backend(backend):
        assert aikit.as_native_dev("cpu") == native
    assert aikit.as_aikit_dev("cuda:3") is aikit.Device("gpu:3")


@pytest.mark.parametrize("name", ABOUT_A_DEVICE)
def test_devices_that_are_not_there(backend: str, name: str) -> None:
    function = getattr(aikit.get_backend(backend), name)
    with pytest.raises(AikitDeviceError, match=f"{name}: device='gpu:77': "):
        function("gpu:77")
    with pytest.raises(AikitDeviceError, match=f"{name}: device='nowhere': 'nowhere' is not the name of a device"):
        function("nowhere")


def test_no_names_of_devices() -> None:
    for given in ("nowhere", 3, None, object()):
        with pytest.raises(AikitDeviceError, match="as_aikit_dev: device="):
            aikit.as_aikit_dev(given)
        with pytest.raises(AikitDeviceError):
            aikit.num_arrays_on_dev(given)


def test_counts_of_devices(backend: str) -> None:
    xp = aikit.get_backend(backend)
    gpus = tpus = 0
    if backend == "torch":
        import torch

        gpus = torch.cuda.device_count()
    elif backend == "jax":
        import jax

        kinds = [device.platform for device in jax.devices()]
        gpus, tpus = sum(kind in ("gpu", "cuda", "rocm") for kind in kinds), kinds.count("tpu")
    elif backend == "tensorflow":
        import tensorflow as tf

        gpus, tpus = len(tf.config.list_logical_devices("GPU")), len(tf.config.list_logical_devices("TPU"))
    assert (xp.num_gpus(), xp.gpu_is_available(), xp.tpu_is_available()) == (gpus, gpus > 0, tpus > 0)


def test_the_first_device_is_that_which_the_framework_takes_of_itself(backend: str) -> None:
    own = {"numpy": "numpy", "torch": "torch", "jax": "jax.numpy", "tensorflow": "tensorflow"}[backend]
    native = importlib.import_module(own).ones(3)
    xp = aikit.get_backend(backend)
    assert xp.dev(native) is xp.__array_namespace_info__().devices()[0]
    assert xp.ones(3).device is xp.asarray([1.0]).device is aikit.default_device() is aikit.Device("cpu")


class Fake:
    """What a backend says of devices that this machine may not have."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **members: Any) -> None:
        numpy = aikit.current_backend(np.zeros(1))
        members = {"devices": lambda: ["cpu", "gpu:0", "gpu:1", "tpu:0"], "as_native_dev": lambda name: name, **members}
        for name, member in members.items():
            monkeypatch.setattr(numpy, name, member)


def test_accelerators_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    cleared: list[str] = []
    said = {"total": 8 * 10**9, "used": 2 * 10**9, "used_by_process": 10**9}
    Fake(
        monkeypatch,
        memory_of_device=lambda name: said if name == "gpu:1" else {"used_by_process": 5},
        utilization_of_device=lambda name: 30.0 if name == "gpu:1" else None,
        clear_cached_memory=lambda name: name == "gpu:1" and not cleared.append(name),
    )
    xp = aikit.get_backend("numpy")
    assert (xp.num_gpus(), xp.gpu_is_available(), xp.tpu_is_available()) == (2, True, True)
    assert xp.total_mem_on_dev("cuda:1") == 8.0 and xp.used_mem_on_dev("gpu:1") == 2.0
    assert xp.used_mem_on_dev("gpu:1", process_specific=True) == 1.0
    assert xp.percent_used_mem_on_dev("gpu:1") == 25.0
    assert xp.percent_used_mem_on_dev("gpu:1", process_specific=True) == 12.5
    assert xp.dev_util("gpu:1") == 30.0
    xp.clear_cached_mem_on_dev("gpu:1")
    assert cleared == ["gpu:1"]
    for name in (
        "total_mem_on_dev",
        "used_mem_on_dev",
        "percent_used_mem_on_dev",
        "dev_util",
        "clear_cached_mem_on_dev",
    ):
        with pytest.raises(AikitNotImplementedException, match=f"{name}: the backend 'numpy' .* 'gpu:0'"):
            getattr(xp, name)("gpu:0")
    assert xp.used_mem_on_dev("gpu:0", process_specific=True) == 5e-9


def test_accelerators_of_which_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    Fake(monkeypatch)
    with pytest.raises(
        AikitNotImplementedException, match="does not say total of 'tpu:0'; it says nothing about its memory"
    ):
        aikit.total_mem_on_dev("tpu:0")
    with pytest.raises(AikitNotImplementedException, match="gives back no memory of 'tpu:0' before the process ends"):
        aikit.clear_cached_mem_on_dev("tpu:0")


# ------------------------------------------------------------------------------------------------ the host


@on_linux
def test_cores() -> None:
    assert aikit.num_cpu_cores() == len(os.sched_getaffinity(0)) <= multiprocessing.cpu_count()
    physical = aikit.num_cpu_cores(logical=False)
    assert 1 <= physical <= aikit.num_cpu_cores()
    cores = [
        line.split(":")[1].strip()
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("core id")
    ]
    if len(cores) == aikit.num_cpu_cores():
        assert physical >= len(set(cores))


@on_linux
def test_cores_that_the_process_may_use() -> None:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert aikit.num_cpu_cores() == aikit.num_cpu_cores(logical=False) == 1
    finally:
        os.sched_setaffinity(0, before)


@on_linux
def test_memory_of_the_machine(xp: Any) -> None:
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9
    assert xp.total_mem_on_dev("cpu") == pytest.approx(total, rel=1e-6)
    used = xp.used_mem_on_dev("cpu")
    assert 0 < used < total
    assert xp.percent_used_mem_on_dev("cpu") == pytest.approx(100 * used / total, abs=5)


@on_linux
def test_caches_that_give_way_are_not_in_use() -> None:
    lines = [line.split() for line in pathlib.Path("/proc/meminfo").read_text().splitlines()]
    amounts = {name: int(kibibytes) * 1024 / 1e9 for name, kibibytes, *_ in lines}
    used = aikit.used_mem_on_dev("cpu")
    off = abs(used - (amounts["MemTotal:"] - amounts["MemAvailable:"]))
    assert off <= abs(used - (amounts["MemTotal:"] - amounts["MemFree:"]))


@on_linux
def test_memory_of_the_process() -> None:
    def resident() -> float:
        lines = pathlib.Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")) / 1e9

    before = aikit.used_mem_on_dev("cpu", process_specific=True)
    assert before == pytest.approx(resident(), rel=0.05)
    x = np.ones(12_500_000)  # 0.1 gigabytes
    after = aikit.used_mem_on_dev("cpu", process_specific=True)
    assert 0.09 < after - before < 0.12 and x.nbytes == 10**8
    part = aikit.percent_used_mem_on_dev("cpu", process_specific=True)
    assert part == pytest.approx(100 * after / aikit.total_mem_on_dev("cpu"), rel=0.05)


@on_linux
def test_utilization(xp: Any) -> None:
    began = time.monotonic()
    assert 0 <= xp.dev_util("cpu") <= 100
    assert time.monotonic() - began < 2


@on_linux
def test_a_busy_core_shows() -> None:
    def busy(stop: Any) -> None:
        while not stop.is_set():
            sum(range(10_000))

    import threading

    stop = threading.Event()
    worker = threading.Thread(target=busy, args=(stop,))
    worker.start()
    try:
        seen = max(aikit.dev_util("cpu") for _ in range(3))
    finally:
        stop.set()
        worker.join()
    assert seen >= 0.3 * 100 / multiprocessing.cpu_count()


def test_systems_that_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Any, *args: Any, **kwargs: Any) -> str:
        raise FileNotFoundError(2, "No such file or directory", str(path))

    monkeypatch.setattr(pathlib.Path, "read_text", refuse)
    for call in (aikit.total_mem_on_dev, aikit.used_mem_on_dev, aikit.percent_used_mem_on_dev, aikit.dev_util):
        with pytest.raises(
            AikitNotImplementedException, match=f"{call.__name__}: /proc/.*the operating system must be Linux"
        ):
            call("cpu")
    with pytest.raises(AikitNotImplementedException, match="num_cpu_cores: "):
        aikit.num_cpu_cores(logical=False)


def test_nothing_is_cached_on_the_cpu(xp: Any) -> None:
    assert xp.clear_cached_mem_on_dev("cpu") is None


# ------------------------------------------------------------------------------------------------ arrays


def test_arrays_in_memory(xp: Any) -> None:
    gc.collect()
    x, y = xp.zeros(3), xp.ones((2, 2))
    found = {id(one) for one in aikit.get_all_arrays_in_memory()}
    assert {id(x), id(y)} <= found
    assert {type(one) for one in aikit.get_all_arrays_in_memory()} == {aikit.Array}
    assert aikit.num_arrays_on_dev("cpu") == len(aikit.get_all_arrays_on_dev("cpu"))
    before = aikit.num_arrays_on_dev("cpu")
    del x
    assert aikit.num_arrays_on_dev("cpu") == before - 1


@pytest.mark.needs("jax")
def test_arrays_of_a_trace_are_in_memory_and_on_no_device() -> None:
    import jax

    seen = []

    def traced(x: Any) -> Any:
        seen.append(any(one is x for one in aikit.get_all_arrays_in_memory()))
        seen.append(any(one is x for one in aikit.get_all_arrays_on_dev("cpu")))
        return x

    jax.jit(traced)(aikit.get_backend("jax").zeros(2))
    assert seen == [True, False]


def test_arrays_that_change_in_place(backend: str) -> None:
    xp = aikit.get_backend(backend)
    changes = backend in ("numpy", "torch")
    assert xp.inplace_arrays_supported() is changes
    x = xp.zeros(2)
    assert x.supports_inplace_updates() is xp.supports_inplace_updates(x.data) is changes
    assert dict(aikit.Container(a=x).supports_inplace_updates()) == {"a": changes}
    if backend == "numpy":
        fixed = np.zeros(2)
        fixed.flags.writeable = False
        assert not aikit.supports_inplace_updates(fixed)
