"""Words said aloud: by the browser's voice, or to a screen reader that is running."""

from __future__ import annotations

import json
import time
from contextlib import suppress

import flet as ft

from companion.ui.design.look import translate
from rules.engine import Text

SPEECH_KEY = "sobremesa.say"
"""Key in the browser's storage from which ``assets/voice.js`` reads the text to speak."""
SPEECH_LANGUAGE = Text("en-GB")
"""Language tag of the speech."""


async def speak(text: str, language: str) -> None:
    """Have the browser speak the text, if it can; an empty one only ends what is being said."""
    with suppress(Exception):
        message = json.dumps({"text": text, "lang": language, "at": time.time()})
        await ft.SharedPreferences().set(SPEECH_KEY, message)


async def say(text: str) -> None:
    """Say the text by the screen reader if one runs, else by the browser's voice."""
    with suppress(Exception):
        service = ft.SemanticsService()
        if (await service.get_accessibility_features()).accessible_navigation:
            await service.announce_message(text)
            return
    await speak(text, translate(SPEECH_LANGUAGE))
