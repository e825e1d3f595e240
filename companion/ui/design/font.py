"""The bundled font and the characters that it has."""

from __future__ import annotations

from functools import cache

from companion.i18n import Translate

FONT_FAMILY = "Roboto"


@cache
def font_safe(translate: Translate) -> Translate:
    """Return the translator, limited to characters that the bundled font has.

    It is the same function for the same translator.
    """
    return lambda shown: translate(shown).replace("→", "›")
