"""What aikit costs: ``python -m ci.bench WHAT``; `README.md` beside this says what each table asks."""

from __future__ import annotations

import argparse
import logging
import os
import sys

import aikit
from aikit.functional.backends import BUILT_IN
from ci.bench.calls import calls
from ci.bench.compiled import compiled
from ci.bench.importing import importing
from ci.bench.large import DTYPES, large
from ci.bench.layers import layers
from ci.bench.memory import memory
from ci.bench.mending import mending
from ci.judge import judge

TABLES = ("calls", "mending", "large", "compiled", "import", "memory", "layers", "judge")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ci.bench", description=__doc__)
    parser.add_argument("what", choices=TABLES)
    parser.add_argument(
        "--backends", help="all that are installed by default; for judge numpy, torch and array_api_strict"
    )
    parser.add_argument("--functions", default="", help="those that large measures, by name; all by default")
    parser.add_argument("--dtypes", default=",".join((*DTYPES, "bool")), help="those in which large measures")
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.15,
        help="for each call in each dtype of large; a twentieth of those of layers",
    )
    parser.add_argument("--examples", type=int, default=100, help="those that Hypothesis draws for the public suite")
    parser.add_argument("--share", type=int, default=4, help="of so many functions judge takes one")
    parser.add_argument("--least", action="store_true", help="calls by the shortest of many rounds, for a busy machine")
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--output", help="a file for all values that calls and large measure, in pyperf's format")
    return parser.parse_args()


def main() -> int | str:
    options = _options()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    logging.getLogger("tensorflow").setLevel(logging.ERROR)
    named = options.backends.split(",") if options.backends else []
    if options.what == "judge":
        return judge(named or ["numpy", "torch", "array_api_strict"], options.examples, options.share)
    backends = named or [name for name in aikit.available_backends() if name in BUILT_IN]
    if options.what == "calls":
        calls(backends, options.rounds, options.output, options.least)
    elif options.what == "large":
        functions, dtypes = [one for one in options.functions.split(",") if one], options.dtypes.split(",")
        large(backends, functions, options.seconds, options.output, dtypes)
    elif options.what == "compiled":
        compiled(backends)
    elif options.what == "memory":
        memory(backends)
    elif options.what == "layers":
        layers(backends, options.seconds * 20)
    elif options.what == "import":
        return importing(backends)
    else:
        mending(backends, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
