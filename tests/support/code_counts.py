"""Counts of the structure of the source: lines of code, loose types, long functions and files."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO

from tests.support.paths import ROOT

PACKAGES = ("rules", "vision", "companion")
LONG_FUNCTION = 50
"""Lines from which a function is called long."""
LONG_FILE = 400
"""Lines from which a file is called long."""
NOT_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


@dataclass(frozen=True)
class CodeCounts:
    """Counts of one package.

    ``lines``: lines with code, without imports, docstrings, comments and blank lines; ``any_names``: uses of ``Any``
    besides its imports; ``casts``: calls of ``cast``; ``object_parameters``: parameters annotated as ``object``;
    ``ignores``: comments that switch off the type checker; ``long_functions`` and ``long_files``: those over the limits
    above.
    """

    lines: int
    any_names: int
    casts: int
    object_parameters: int
    ignores: int
    long_functions: int
    long_files: int


def counts_of(package: str) -> CodeCounts:
    """Count a package of the product."""
    sources = [path.read_text("utf-8") for path in sorted((ROOT / package).rglob("*.py"))]
    return counts_of_sources(sources)


def counts_of_sources(sources: list[str]) -> CodeCounts:
    """Count source texts."""
    trees = [ast.parse(source) for source in sources]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return CodeCounts(
        lines=sum(len(code_lines(source)) for source in sources),
        any_names=sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes),
        casts=sum(isinstance(node, ast.Call) and ast.unparse(node.func) == "cast" for node in nodes),
        object_parameters=sum(isinstance(node, ast.arg) and _is_object(node) for node in nodes),
        ignores=sum(_ignores(source) for source in sources),
        long_functions=sum(
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and (node.end_lineno or node.lineno) - node.lineno >= LONG_FUNCTION
            for node in nodes
        ),
        long_files=sum(source.count("\n") > LONG_FILE for source in sources),
    )


def code_lines(source: str) -> frozenset[int]:
    """Return the numbers of the lines with code: no imports, docstrings, comments or blank lines."""
    left_out = {line for node in ast.walk(ast.parse(source)) for line in _lines_left_out(node)}
    written = {
        line
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type not in NOT_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return frozenset(written - left_out)


def _lines_left_out(node: ast.AST) -> Iterator[int]:
    """Yield the lines of an import, or of a text that stands alone, such as a docstring."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _is_object(node: ast.arg) -> bool:
    return isinstance(node.annotation, ast.Name) and node.annotation.id == "object"


def _ignores(source: str) -> int:
    tokens = tokenize.generate_tokens(StringIO(source).readline)
    return sum(token.type == tokenize.COMMENT and "type: ignore" in token.string for token in tokens)


@cache
def all_counts() -> dict[str, CodeCounts]:
    """Return the counts of every package of the product."""
    return {package: counts_of(package) for package in PACKAGES}
