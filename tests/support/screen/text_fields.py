"""The places in the views' source at which a text field is built."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

VIEWS = Path(__file__).parents[3] / "companion" / "ui"
BUILDERS = {"TextInput", "TextField", "search_field", "Picker"}
"""Names of what builds a text field."""
WRAPPERS = {
    "widgets/text_field.py TextInput",
    "widgets/card_picker/search.py search_field",
    "widgets/card_picker/picker.py CardPicker",
}
"""The builders themselves, which are no places."""


def places_of_text_fields(views: Path = VIEWS) -> set[str]:
    """Module and outermost function of every text field."""
    found = {
        f"{path.relative_to(views).as_posix()} {function}"
        for path in views.rglob("*.py")
        for function in _functions(ast.parse(path.read_text("utf-8")), "")
    }
    return found - WRAPPERS


def _functions(node: ast.AST, outermost: str) -> Iterator[str]:
    """The outermost functions that build a text field, once for each."""
    for inner in ast.iter_child_nodes(node):
        is_function = isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
        name = outermost or (inner.name if is_function else "")  # type: ignore[union-attr]
        if isinstance(inner, ast.Call) and _called(inner.func) in BUILDERS:
            yield name
        yield from _functions(inner, name)


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
