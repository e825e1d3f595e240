"""Translation: Spanish from the catalogue, English from the keys themselves."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from rules.engine import Displayable, Name, Text

LANGUAGES = {"es": "Español", "en": "English"}
"""Complete languages, each by its own name."""
CONTRACTION = re.compile(r"\b([Aa]|[Dd]e) el\b")
"""Pattern of "a el" and "de el" after filling a Spanish text, which become "al" and "del".

The "El" of a name stays apart.
"""
Translate = Callable[[Displayable], str]


def translator(language: str) -> Translate:
    """Return a function that translates every displayed value; English for unknown languages.

    It is the same function whenever the language is.
    """
    return _translator(language.lower().startswith("es"))


@cache
def _translator(spanish: bool) -> Translate:
    def translate(shown: Displayable) -> str:
        match shown:
            case Text():
                filled = _fill(shown, _template(shown, spanish), translate)
                return CONTRACTION.sub(r"\1l", filled) if spanish else filled
            case Name():
                return shown.es if spanish else shown.en
        return str(shown)

    return translate


def _template(text: Text, spanish: bool) -> str:
    forms = _spanish_forms().get(text.key) if spanish else None
    count = dict(text.args).get("n", 1)
    n = count if isinstance(count, int) else 1
    if forms is None or not all(forms):  # untranslated: use the English key
        return text.plural if text.plural and n != 1 else text.key
    return forms[_plural_rule()(n)] if len(forms) > 1 else forms[0]


def _fill(text: Text, template: str, translate: Translate) -> str:
    """Fill the holes with translated values; numbers stay numbers for the template's format."""
    return template.format_map({name: arg if isinstance(arg, int) else translate(arg) for name, arg in text.args})


@cache
def spanish_catalogue() -> Catalog:
    """Return the Spanish catalogue, read at first use."""
    with files(__package__).joinpath("es.po").open("rb") as file:
        return read_po(file, locale="es_ES")


@cache
def _spanish_forms() -> dict[str, tuple[str, ...]]:
    """Return each key's Spanish forms: one, or as many as the language has plurals."""
    forms = {}
    for message in spanish_catalogue():
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms[key] = (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)
    return forms


@cache
def _plural_rule() -> Callable[[int], int]:
    # undocumented parser of plural rules in the standard library; Babel has none that evaluates them
    rule: Callable[[int], int] = gettext.c2py(spanish_catalogue().plural_expr)
    return rule
