"""Faults in the source of the library, one at a time, and whether the suite finds them: ``python -m ci.faults PLACE``.

`pytest --aikit-mutants` plants faults about a function, of kinds that somebody thought of. Here a place in its own code is
another: a comparison, a number, a branch that is always taken, an argument left out. They are drawn by a seed from a file or a
folder of `aikit`, and after each the functions that lead to it run on one backend, in a copy of the source, until one fails.

What survives is printed for a person to read, and no verdict hangs on it: it may be a longer way to the same result, code that
nothing reaches, or what no cell looks at.
"""

from __future__ import annotations

import argparse
import ast
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ci import api

ROOT = pathlib.Path(__file__).parents[1]
COPIED = ("aikit", "pytest_aikit")
MOST = 5
"""So many functions are run of those that lead to a place."""
LONGEST = 300
"""After so many seconds a run is ended, as one that has no end."""
_ITEMS = {"get_item": "Array.__getitem__*", "set_item": "Array.__setitem__*"}
"""What has its cells under another name, too."""

_OTHER_COMPARISON: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OTHER_OPERATION: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


class Fault(NamedTuple):
    """A place in a source, the name at its top level that it belongs to, and what stands there instead."""

    name: str
    line: int
    before: str
    after: str
    source: str


# ------------------------------------------------------------------------------------------------ in a source


def faults(source: str) -> Iterator[Fault]:
    """Each fault that can be planted in a source."""
    for statement in ast.parse(source).body:
        for name in defined(statement):
            for node, other in _others(statement):
                before, after = ast.get_source_segment(source, node) or "", f"({ast.unparse(other)})"
                yield Fault(name, node.lineno, before, after, _replaced(source, node, after))


def defined(statement: ast.stmt) -> list[str]:
    """The name that a statement at the top level defines, if it is one and not that of the public names."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return [one.id for one in targets if isinstance(one, ast.Name) and one.id != "__all__"][:1]


def _others(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Expressions and what may stand in their place; not in what is raised, printed, or said of types."""
    left_out: set[int] = set()
    for node in ast.walk(statement):
        if id(node) not in left_out:
            left_out.update(id(inner) for part in _untouched(node) for inner in ast.walk(part))
            yield from _in_place_of(node)


def _untouched(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (ast.Raise, ast.JoinedStr)):
        yield node
    elif isinstance(node, (ast.arg, ast.AnnAssign)):
        yield from filter(None, [node.annotation])
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield from filter(None, [*node.decorator_list, getattr(node, "returns", None)])


def _in_place_of(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, (ast.If, ast.IfExp)):
        yield from ((node.test, ast.Constant(value)) for value in (True, False))
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        other = _OTHER_COMPARISON[type(node.ops[0])]
        yield node, ast.Compare(node.left, [other()], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in _OTHER_OPERATION:
        yield node, ast.BinOp(node.left, _OTHER_OPERATION[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for rest in _without_one(node.values):
            yield node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp):
        yield node, node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        yield node, ast.Constant(_another(node.value))
    elif isinstance(node, ast.Call):
        for keywords in _without_one([one for one in node.keywords if one.arg != "strict"]):
            kept = [*keywords, *(one for one in node.keywords if one.arg == "strict")]
            yield node, ast.Call(node.func, node.args, kept)
        if len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
            yield node, node.args[0]
        if len(node.args) == 2:
            yield node, ast.Call(node.func, node.args[::-1], node.keywords)
    elif isinstance(node, ast.Dict):
        for pairs in _without_one([*zip(node.keys, node.values, strict=True)]):
            keys, values = zip(*pairs, strict=True) if pairs else ((), ())
            yield node, ast.Dict(list(keys), list(values))


def _without_one(several: Sequence[Any]) -> Iterator[list[Any]]:
    return ([*several[:place], *several[place + 1 :]] for place in range(len(several)))


def _another(value: bool | int | float) -> bool | int | float:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value * 1.01 or 0.01


def _replaced(source: str, node: ast.expr, after: str) -> str:
    """The source with other words in the place of an expression, which is told in bytes."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    whole = b"".join(lines)
    start = starts[node.lineno - 1] + node.col_offset
    end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
    return (whole[:start] + after.encode() + whole[end:]).decode()


# ------------------------------------------------------------------------------------------------ who sees it


def users(sources: Collection[str]) -> dict[str, set[str]]:
    """Name at the top level of some modules -> those that mention it there."""
    mentioned: dict[str, set[str]] = {}
    for source in sources:
        for statement in ast.parse(source).body:
            for name in defined(statement):
                inner = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(statement)}
                mentioned.setdefault(name, set()).update(inner - {name})
    found: dict[str, set[str]] = {name: set() for name in mentioned}
    for name, inner in mentioned.items():
        for other in inner & found.keys():
            found[other].add(name)
    return found


def functions_of(name: str, by: Mapping[str, Collection[str]], public: Collection[str]) -> list[str]:
    """The public functions that lead to a name, the nearest first; the function of that name alone, if there is one."""
    seen, todo, found = {name}, [name], list[str]()
    while todo and len(found) < MOST:
        one = todo.pop(0)
        own = [function for function in public if function.rpartition(".")[2] == one]
        found += [*own, *(_ITEMS[function] for function in own if function in _ITEMS)]
        if own and one == name:
            break
        if not own:
            more = sorted(set(by.get(one, ())) - seen)
            seen.update(more)
            todo += more
    return found[:MOST]


# ------------------------------------------------------------------------------------------------ the runs


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant faults and print what becomes of them; the exit status is that of a run that went through."""
    parser = argparse.ArgumentParser(prog="python -m ci.faults", description=__doc__.partition("\n")[0])
    parser.add_argument("place", type=pathlib.Path, help="a file or a folder of aikit, from the root of the repository")
    parser.add_argument("--backend", default="numpy", help="the backend on which the functions run")
    parser.add_argument("--functions", default="", help="what runs, instead of the functions that lead to each fault")
    parser.add_argument("--seed", type=int, default=0, help="by which faults are drawn")
    parser.add_argument("--count", type=int, default=50, help="how many are planted")
    asked = parser.parse_args(arguments)
    folder = ROOT / asked.place
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
    if not files:
        parser.error(f"{asked.place} is no file or folder with source; one is aikit/functional/backends/numpy")
    by = users([file.read_text() for file in _beside(folder)])
    public = [row.qualified_name for row in api.table()]
    every = [(file, fault) for file in files for fault in faults(file.read_text())]
    random.Random(asked.seed).shuffle(every)
    survived = planted = 0
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name)
        for part in COPIED:
            shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
        for file, fault in every:
            functions = asked.functions.split(",") if asked.functions else functions_of(fault.name, by, public)
            if planted == asked.count:
                break
            if not functions:
                continue
            state = _planted(tree, file.relative_to(ROOT), fault, functions, asked.backend)
            if state == "not run":
                continue
            if not planted and _run(tree, functions, asked.backend) != "survived":
                parser.error(f"{', '.join(functions)} do not pass on {asked.backend} without a fault")
            planted, survived = planted + 1, survived + (state == "survived")
            print(f"{state}: {file.relative_to(ROOT)}:{fault.line}, by {', '.join(functions)}", flush=True)
            if state == "survived":
                print(f"    {fault.before}\n    {fault.after}", flush=True)
    print(f"{survived} of {planted} faults survived")
    return 0


def _beside(place: pathlib.Path) -> Iterator[pathlib.Path]:
    """The modules in which public functions may lead to a place: those of its backend, or all that belong to none."""
    functional = ROOT / "aikit" / "functional"
    backends = functional / "backends"
    if backends in place.parents:
        yield from (backends / place.relative_to(backends).parts[0]).rglob("*.py")
    else:
        yield from (file for file in functional.rglob("*.py") if backends not in file.parents)


def _planted(tree: pathlib.Path, file: pathlib.Path, fault: Fault, functions: Sequence[str], backend: str) -> str:
    """What becomes of a fault."""
    whole = (tree / file).read_text()
    (tree / file).write_text(fault.source)
    try:
        return _run(tree, functions, backend)
    finally:
        (tree / file).write_text(whole)


def _run(tree: pathlib.Path, functions: Sequence[str], backend: str) -> str:
    """``found`` where something fails, ``survived`` where nothing does, ``not run`` where the functions have no cells, or
    ``too long``."""
    options = [f"--aikit-backends={backend}", f"--aikit-functions={','.join(functions)}", "--tb=no"]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", *options]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ended = subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return "too long"
    return {0: "survived", 4: "not run"}.get(ended.returncode, "found")


if __name__ == "__main__":
    raise SystemExit(main())
