"""Translation: Spanish from the catalogue, English from the keys themselves."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from rules.engine import Name, Shown, Text

LANGUAGES = {"es": "Español", "en": "English"}
"""Complete languages, each by its own name."""
CONTRACTED = re.compile(r"\b([Aa]|[Dd]e) el\b")
"""Pattern of "a el" and "de el" after filling a Spanish text, which become "al" and "del".

The "El" of a name stays apart.
"""
Translate = Callable[[Shown], str]


def translator(language: str) -> Translate:
    """Return a function that translates every displayed value; English for unknown languages."""
    spanish = language.lower().startswith("es")

    def words(shown: Shown) -> str:
        match shown:
            case Text():
                filled = _filled(shown, _template(shown, spanish), words)
                return CONTRACTED.sub(r"\1l", filled) if spanish else filled
            case Name():
                return shown.es if spanish else shown.en
        return str(shown)

    return words


def _template(text: Text, spanish: bool) -> str:
    forms = _spanish().get(text.key) if spanish else None
    count = dict(text.args).get("n", 1)
    n = count if isinstance(count, int) else 1
    if forms is None or not all(forms):  # untranslated: use the English key
        return text.many if text.many and n != 1 else text.key
    return forms[_plural()(n)] if len(forms) > 1 else forms[0]


def _filled(text: Text, template: str, words: Translate) -> str:
    """Fill the holes with translated values; numbers stay numbers for the template's format."""
    return template.format_map({name: arg if isinstance(arg, int) else words(arg) for name, arg in text.args})


@cache
def catalogue() -> Catalog:
    """Return the Spanish catalogue, read at first use."""
    with files(__package__).joinpath("es.po").open("rb") as file:
        return read_po(file, locale="es")


@cache
def _spanish() -> dict[str, tuple[str, ...]]:
    """Return each key's Spanish forms: one, or as many as the language has plurals."""
    forms = {}
    for message in catalogue():
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms[key] = (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)
    return forms


@cache
def _plural() -> Callable[[int], int]:
    # undocumented parser of plural rules in the standard library; Babel has none that evaluates them
    rule: Callable[[int], int] = gettext.c2py(catalogue().plural_expr)
    return rule
