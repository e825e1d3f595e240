"""Translation: Spanish from the catalogue, English from the keys themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

from rules.engine import Displayable, Name, Text

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = {"es": "Español", "en": "English"}
"""Complete languages, each by its own name."""
CONTRACTION = re.compile(r"\b([Aa]|[Dd]e) el\b")
"""Pattern of "a el" and "de el" after filling a Spanish text, which become "al" and "del".

The "El" of a name stays apart.
"""
ENGLISH = NullTranslations()
"""The texts as they are in the source."""
COMPILED = "es.mo"
"""File that a build may lay beside the catalogue: it is read in no time, and without Babel."""
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


def catalogue_of(language: str) -> NullTranslations:
    """Return the texts of that language as gettext looks them up; English for unknown languages."""
    return _spanish_translations() if language.lower().startswith("es") else ENGLISH


def _template(text: Text, spanish: bool) -> str:
    """Return the text in the form for its number ``n``; in English what is untranslated."""
    catalogue = catalogue_of("es" if spanish and text.key else "en")
    if not text.plural and (found := catalogue.gettext(text.key)) != text.key:
        return found
    n = dict(text.args).get("n", 1)
    # "soul" is also the singular of a text with a plural, where gettext looks for it since Python 3.11.5 only
    return catalogue.ngettext(text.key, text.plural or text.key, n if isinstance(n, int) else 1)


def _fill(text: Text, template: str, translate: Translate) -> str:
    return template.format_map({name: arg if isinstance(arg, int) else translate(arg) for name, arg in text.args})


@cache
def spanish_catalogue() -> Catalog:
    """Return the Spanish catalogue, read at first use."""
    from babel.messages.pofile import read_po

    with files(__package__).joinpath("es.po").open("rb") as file:
        return read_po(file, locale="es_ES")


def compile_catalogue() -> bytes:
    """Return the catalogue as gettext reads it, without what is untranslated."""
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, spanish_catalogue())
    return compiled.getvalue()


@cache
def _spanish_translations() -> GNUTranslations:
    built = files(__package__).joinpath(COMPILED)
    return GNUTranslations(BytesIO(built.read_bytes() if built.is_file() else compile_catalogue()))
