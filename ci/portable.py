"""Is the verdict of every cell the same whatever this processor is held to: ``python -m ci.portable [BACKEND ...]``.

The core of the conformance suite runs once for each cap on the instruction set, on the backend that the cap touches;
the last of these runs has two threads, the others have one. What a cell passes, fails and is expected to fail must be
the same in each of these runs as in the first; what differs is printed, and how many properties do, which may. A run
without caps is one of them where it does what no cap does. Only the checks run that look at computed numbers: no other
one can tell an instruction set from another.

What runs the same kernels on the same numbers a second time is left out, too, as the pass without 64-bit dtypes is, and
on JAX the integers: its compiler chooses the instructions, and whichever it chooses, integers are exact. What x86-64 has
beyond AVX-512 are instructions for 8-bit integers and for floats of 16 bits (VNNI, BF16, FP16, AMX), so that the run
which holds JAX to AVX-512 differs from the one without a cap in 16 bits alone: the others' arithmetic is compiled to the
same instructions, in another order.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from aikit.functional.backends import BUILT_IN
from ci.reports import Verdicts, found_in
from pytest_aikit.frameworks import isa

OF_PYTORCH = {
    "ATEN_CPU_CAPABILITY": ("default", "avx2", "avx512"),
    "MKL_ENABLE_INSTRUCTIONS": ("SSE4_2", "AVX2", "AVX512"),
    "ONEDNN_MAX_CPU_ISA": ("SSE41", "AVX2", "AVX512_CORE"),
}
"""The caps on PyTorch's own kernels, and on those of the libraries that it calls: transforms, products, sines; convolutions."""
CAPS = ("XLA_FLAGS", *OF_PYTORCH, "NPY_DISABLE_CPU_FEATURES", "TF_ENABLE_ONEDNN_OPTS", "OMP_NUM_THREADS")
NUMBERS = ("value", "special", "subnormal", "gradient", "second_derivative")
"""The checks that compare what was computed with a reference."""
COMPILED = ("jax", "tensorflow")
"""The backends that run a traced function by other kernels than its calls: there the check of traces runs, too."""
INEXACT = {"jax": "bfloat16,float*,complex*"}
"""The dtypes of a backend that runs some of them only."""
SLEEPING = {"OMP_WAIT_POLICY": "PASSIVE"}
"""Threads that have nothing to do leave the processor to the other worker of the run."""
BRIEFLY = "--xla_cpu_parallel_codegen_split_count=1"
"""XLA does not hand parts of a small program to threads of its compiler, which have nothing to gain on two cores."""
SIXTEEN_BITS = "float16"
"""Part of the names of the items of both floating dtypes of 16 bits."""
SHOWN = 20
"""How many differences of a run are printed."""


@dataclass(frozen=True)
class Run:
    """A run of the core on one backend under some caps, which are environment variables."""

    backend: str
    caps: Mapping[str, str]
    items: str = ""
    """Part of the names of the items that run; all of them where it is empty."""

    def __str__(self) -> str:
        caps = (f"{name}={value}" for name, value in self.caps.items())
        return " ".join((self.backend, *caps, *([f"({self.items} only)"] if self.items else [])))


@dataclass(frozen=True)
class Outcome:
    """How a run ended, what its items found, and what they measured."""

    status: int
    verdicts: Verdicts
    properties: Verdicts
    seconds: float
    of_processors: float


def main(backends: list[str]) -> int | str:
    """Run everything; the exit status, or a line that says what stops it."""
    unknown = [name for name in backends if name not in BUILT_IN]
    if unknown:
        return f"unknown backend {unknown[0]!r}: choose from {', '.join(BUILT_IN)}"
    wrong = 0
    for backend in backends or BUILT_IN:
        first, *others = runs(backend, isa.features(), dispatched())
        base = executed(first)
        wrong += report(first, base, base)
        for one in others:
            wrong += report(one, executed(one), base)
    return 1 if wrong else 0


def dispatched() -> list[str]:
    """The instruction sets that NumPy has loops of its own for, and this processor too."""
    from numpy._core._multiarray_umath import __cpu_dispatch__

    return [name for name in ("X86_V4", "AVX512_ICL", "AVX512_SPR") if name in {*__cpu_dispatch__} & isa.features()]


def runs(backend: str, found: Set[str], numpy_features: Sequence[str]) -> Iterator[Run]:
    """The runs of a backend; caps on what the processor lacks are left out."""
    wide = "AVX512_SKX" in found
    # uncapped, XLA and NumPy go beyond each cap; PyTorch's own kernels and TensorFlow's are those of one of the values anyway
    caps: dict[str, list[dict[str, str]]] = {
        "jax": [{"XLA_FLAGS": BRIEFLY}, {"XLA_FLAGS": f"{BRIEFLY} --xla_cpu_max_isa=AVX2"}],
        "torch": [dict(zip(OF_PYTORCH, held, strict=True)) for held in zip(*OF_PYTORCH.values(), strict=True)][
            : 2 + wide
        ],
        "numpy": [{}, {"NPY_DISABLE_CPU_FEATURES": " ".join(numpy_features)} if numpy_features else {}],
        "tensorflow": [{"TF_ENABLE_ONEDNN_OPTS": on} for on in ("0", "1")],
    }
    *held, last = caps[backend]
    yield from (Run(backend, {"OMP_NUM_THREADS": "1", **cap}) for cap in held)
    if backend == "jax" and wide:
        yield Run(
            backend, {"OMP_NUM_THREADS": "1", "XLA_FLAGS": f"{BRIEFLY} --xla_cpu_max_isa=AVX512"}, items=SIXTEEN_BITS
        )
    yield Run(backend, {"OMP_NUM_THREADS": "2", **last})


def executed(run: Run) -> Outcome:
    """Run the core of the suite."""
    print(f"{run}: ...", flush=True)
    start, spent = time.monotonic(), _spent()
    with tempfile.TemporaryDirectory() as temporary:
        report_file = pathlib.Path(temporary) / "report.xml"
        command = [sys.executable, "-m", "pytest", f"--aikit-backends={run.backend}"]
        checks = (*NUMBERS, "trace") if run.backend in COMPILED else NUMBERS
        command += [f"--aikit-checks={','.join(checks)}", "-q", "-n", "2", f"--junit-xml={report_file}"]
        left_out = "not without_x64 and not tail"
        command += ["-k", f"{run.items} and {left_out}" if run.items else left_out]
        command += [f"--aikit-dtypes={INEXACT[run.backend]}"] if run.backend in INEXACT else []
        environment = {name: value for name, value in os.environ.items() if name not in CAPS} | SLEEPING | run.caps
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout[-20_000:], done.stderr[-2_000:], sep="\n", flush=True)
        verdicts, properties = found_in(report_file) if report_file.exists() else ({}, {})
    return Outcome(done.returncode, verdicts, properties, time.monotonic() - start, _spent() - spent)


def _spent() -> float:
    """The seconds of processors that the processes have used which this one has waited for."""
    spent = os.times()
    return spent.children_user + spent.children_system


def report(run: Run, outcome: Outcome, base: Outcome) -> int:
    """Print what differs from the first run; 1 where a verdict does, or the run failed."""
    expected = [name for name in base.verdicts if run.items in name]
    different = [name for name in {**dict.fromkeys(expected), **outcome.verdicts} if differs(name, base, outcome)]
    measured = sum(base.properties.get(name) != found for name, found in outcome.properties.items())
    print(
        f"{run}: exit status {outcome.status}, {len(outcome.verdicts)} items, {len(different)} with another verdict, "
        f"{measured} with other properties, {outcome.seconds:.0f} s, {outcome.of_processors:.0f} s of the processors",
        flush=True,
    )
    for name in different[:SHOWN]:
        print(f"    {name}: {base.verdicts.get(name)} in the first run, {outcome.verdicts.get(name)} here")
    return 1 if outcome.status or different or not outcome.verdicts else 0


def differs(name: str, base: Outcome, outcome: Outcome) -> bool:
    return bool(base.verdicts.get(name) != outcome.verdicts.get(name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
