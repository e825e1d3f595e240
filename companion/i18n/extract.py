"""Extraction of all translatable texts from the source (developers only)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "vision", "companion")
SPANISH_FILE = Path(__file__).with_name("es.po")
HEADER = b"""msgid ""
msgstr ""
"Language: es_ES\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
"""Header of the catalogue: Spanish of Spain, and no date, which would change with every run."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A ``Text(...)`` in the source: key (None if computed), plural form, file and line."""

    key: str | None
    plural: str
    file: str
    line: int


def source_texts(root: Path = ROOT) -> Iterator[SourceText]:
    """Yield every ``Text(...)`` in the three packages, by file and line."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            yield from _texts_in_file(path, path.relative_to(root).as_posix())


def _texts_in_file(path: Path, name: str) -> Iterator[SourceText]:
    # Babel's own extractor takes a nested text or a string argument for a plural, so the syntax tree is used
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        # ft.Text is a control, not a translatable text
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            plurals = _constant_strings(node.args[1]) if len(node.args) > 1 else ("",)
            keys = _constant_strings(node.args[0]) if node.args else (None,)
            for key in keys:
                yield SourceText(key, plurals[0] or "", name, node.lineno)


def _constant_strings(node: ast.expr) -> tuple[str | None, ...]:
    """Return the strings that an expression can be: a constant, or both sides of an ``if``."""
    match node:
        case ast.Constant(value=str(value)):
            return (value,)
        case ast.IfExp(body=body, orelse=orelse):
            return (*_constant_strings(body), *_constant_strings(orelse))
    return (None,)


def extract_catalogue(root: Path = ROOT) -> Catalog:
    """Return a catalogue of all texts in the source, untranslated."""
    catalog = Catalog()
    for found in source_texts(root):
        if found.key:
            catalog.add((found.key, found.plural) if found.plural else found.key, locations=[(found.file, found.line)])
    return catalog


def merge_catalogue(root: Path = ROOT, spanish: Path = SPANISH_FILE) -> Catalog:
    """Return the Spanish catalogue with every text of the source.

    Keys that are no longer in the source are marked as obsolete.
    """
    with spanish.open("rb") as file:
        catalog = read_po(file, locale="es_ES")
    catalog.update(extract_catalogue(root), no_fuzzy_matching=True)
    return catalog


def save_catalogue(catalog: Catalog, prune: bool = False, spanish: Path = SPANISH_FILE) -> None:
    """Write the catalogue without line numbers and dates, which would change with every edit."""
    text = BytesIO()  # written in memory first: a failure half-way would lose translations
    write_po(text, catalog, width=110, omit_header=True, include_lineno=False, sort_by_file=True, ignore_obsolete=prune)
    spanish.write_bytes(HEADER + text.getvalue())


def untranslated_keys(catalog: Catalog) -> list[str]:
    """Return the keys without a translation."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and not (message.string if isinstance(message.string, str | None) else all(message.string))
    ]


def obsolete_keys(catalog: Catalog) -> list[str]:
    """Return the keys that are no longer in the source."""
    return [str(key) if isinstance(key, str) else key[0] for key in catalog.obsolete]
