"""``python -m ci.bench calls``, ``python -m ci.bench mending`` or ``python -m ci.bench judge``."""

from __future__ import annotations

import argparse
import logging
import os
import sys

import aikit
from aikit.functional.backends import BUILT_IN
from ci.bench.calls import calls
from ci.bench.mending import mending
from ci.judge import judge


def main() -> int | str:
    parser = argparse.ArgumentParser(prog="python -m ci.bench", description=__doc__)
    parser.add_argument("what", choices=["calls", "mending", "judge"])
    parser.add_argument(
        "--backends", help="all that are installed by default; for judge numpy, torch and array_api_strict"
    )
    parser.add_argument("--examples", type=int, default=100, help="those that Hypothesis draws for the public suite")
    parser.add_argument("--share", type=int, default=4, help="of so many functions judge takes one")
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--output", help="a file for all values that calls measures, in pyperf's format")
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    logging.getLogger("tensorflow").setLevel(logging.ERROR)
    if options.what == "judge":
        return judge((options.backends or "numpy,torch,array_api_strict").split(","), options.examples, options.share)
    installed = [name for name in aikit.available_backends() if name in BUILT_IN]
    chosen = options.backends.split(",") if options.backends else installed
    if options.what == "calls":
        calls(chosen, options.rounds, options.output)
    else:
        mending(chosen, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
