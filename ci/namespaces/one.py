"""Judge one namespace, and write a line of JSON for each function: ``python -m ci.namespaces.one NAME [DONE]``.

The first so many functions are left out, which were judged by a process that a function has ended.
"""

from __future__ import annotations

import json
import sys

from ci.namespaces import rows
from pytest_aikit import NamespaceError, namespaces, options
from pytest_aikit.knowledge import standard
from pytest_aikit.namespaces import adapter


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
        print(namespaces.judge_pieces(space).dump(), flush=True)
    dtypes = [one for one in standard.DTYPES if options.picks(one, (row.dtypes or "*").split(","))]
    for function in list(namespaces.functions().values())[done:]:
        print(json.dumps({"begins": function.qualified_name, "category": function.category}), flush=True)
        print(namespaces.judge(space, function, dtypes).dump(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
