"""Syntax trees of source files, parsed once for all checks."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a source file."""
    return ast.parse(path.read_text("utf-8"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """A module and all statements in it; without their expressions, most of a tree and of the time to walk it."""
    yield node
    for inner in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, inner, ()):
            yield from statements(statement)
