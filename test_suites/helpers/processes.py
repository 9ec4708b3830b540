"""Fresh interpreters."""

from __future__ import annotations

import os
import subprocess
import sys


def run_python(code: str) -> str:
    """What a fresh interpreter prints."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
