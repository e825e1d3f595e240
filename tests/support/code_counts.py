"""Counts of the structure of the source: lines of code, loose types, long functions and files."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from tests.support.paths import ROOT

PACKAGES = ("rules", "vision", "companion")
LONG_FUNCTION = 50
"""Lines from which a function is called long."""
LONG_FILE = 400
"""Lines from which a file is called long."""
NOT_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


@dataclass(frozen=True)
class LooseTypes:
    """Places where the types of a package say less than they could."""

    any_names: int
    """Uses of ``Any`` besides its imports."""
    casts: int
    """Calls of ``cast``."""
    object_parameters: int
    """Parameters annotated as ``object``."""
    ignores: int
    """Comments that switch off the type checker."""


@dataclass(frozen=True)
class CodeSize:
    """Size of a package."""

    lines: int
    """Lines with code, without imports, docstrings, comments and blank lines."""
    long_functions: int
    """Functions over ``LONG_FUNCTION``."""
    long_files: int
    """Files over ``LONG_FILE``."""


def sources_of(package: str) -> list[str]:
    """Return the source texts of a package of the product."""
    return [path.read_text("utf-8") for path in sorted((ROOT / package).rglob("*.py"))]


def loose_types(sources: list[str]) -> LooseTypes:
    """Count loose types in source texts."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    return LooseTypes(
        any_names=sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes),
        casts=sum(isinstance(called, ast.Name) and called.id == "cast" for called in calls),
        object_parameters=sum(isinstance(node, ast.arg) and _is_object(node) for node in nodes),
        ignores=sum(_ignores(source) for source in sources),
    )


def code_size(sources: list[str]) -> CodeSize:
    """Count lines, long functions and long files of source texts."""
    trees = [ast.parse(source) for source in sources]
    functions = [
        node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return CodeSize(
        lines=sum(len(code_lines(source, tree)) for source, tree in zip(sources, trees, strict=True)),
        long_functions=sum((node.end_lineno or node.lineno) - node.lineno >= LONG_FUNCTION for node in functions),
        long_files=sum(source.count("\n") > LONG_FILE for source in sources),
    )


def code_lines(source: str, tree: ast.AST) -> frozenset[int]:
    """Return the numbers of the lines with code: no imports, docstrings, comments or blank lines."""
    left_out = {line for node in ast.walk(tree) for line in _lines_left_out(node)}
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
    if "type: ignore" not in source:
        return 0
    tokens = tokenize.generate_tokens(StringIO(source).readline)
    return sum(token.type == tokenize.COMMENT and "type: ignore" in token.string for token in tokens)
