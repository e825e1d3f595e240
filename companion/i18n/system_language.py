"""Language of the operating system, for those who have chosen none."""

from __future__ import annotations

import ctypes
import locale
import os
import sys

from companion.i18n import LANGUAGES


def system_language() -> str:
    """Return the system's language if it is supported, else English."""
    locale_name = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if sys.platform == "win32" and not locale_name:
        locale_name = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return locale_name[:2] if locale_name[:2] in LANGUAGES else "en"
