"""Sources without their docstrings, of which no page shows any: a tenth of its modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SHORT = b"'.'"
"""What stands in place of a docstring: without any, a dataclass writes one at each start."""


def strip_docstrings(folder: Path) -> None:
    """Shorten the docstrings of every module below a folder."""
    for path in folder.rglob("*.py"):
        path.write_bytes(without_docstrings(path.read_bytes()))


def without_docstrings(source: bytes) -> bytes:
    """Return the module with short docstrings and the same lines; as it is if this Python cannot parse it."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    lines = source.splitlines(keepends=True)
    for text in _docstrings(tree):
        first, last = text.lineno - 1, (text.end_lineno or 0) - 1
        behind = lines[last][text.end_col_offset :]
        if not behind.strip():
            lines[first] = lines[first][: text.col_offset] + SHORT + behind
            lines[first + 1 : last + 1] = [b"\n"] * (last - first)
    return b"".join(lines)


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            match node.body[0]:
                case ast.Expr(value=ast.Constant(value=str()) as text):
                    yield text
