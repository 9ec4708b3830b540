"""Judge one namespace, and write a line of JSON for each function: ``python -m ci.namespaces.one NAME [DONE]``.

The first so many are left out, which were judged by a process that one of them has ended.
"""

from __future__ import annotations

import json
import signal
import sys

from ci.namespaces import rows
from pytest_aikit import NamespaceError, namespaces, options
from pytest_aikit.knowledge import standard
from pytest_aikit.namespaces import adapter
from pytest_aikit.record import PIECES

FUNCTION_SECONDS = 120
"""How long a function may compute; a process that takes longer ends by SIGPROF."""


def main(name: str, done: int = 0) -> None:
    row = rows.named(name)
    own = adapter.named(row.adapter) if row.adapter else None
    try:
        space = namespaces.examined(row.namespace, own)
    except NamespaceError as error:
        print(json.dumps({"refused": str(error)}), flush=True)
        return
    if not done:
        print(json.dumps({"version": space.version, "dtypes": list(space.dtypes)}), flush=True)
    dtypes = [one for one in standard.DTYPES if options.picks(one, (row.dtypes or "*").split(","))]
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for function in [None, *namespaces.functions().values()][done:]:
        name, category = (function.qualified_name, function.category) if function else (PIECES, PIECES)
        print(json.dumps({"begins": name, "category": category}), flush=True)
        signal.setitimer(signal.ITIMER_PROF, FUNCTION_SECONDS)
        record = namespaces.judge(space, function, dtypes) if function else namespaces.judge_pieces(space)
        print(record.dump(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
