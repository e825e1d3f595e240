"""What a page hands to a screen reader or to the browser's voice."""

from __future__ import annotations

from .browser import Phone

ANNOUNCED = 1_000
"""Milliseconds for which an announcement stands in the page."""
RECORD_ANNOUNCEMENTS = """
window.announced = []; window.spoken = [];
speechSynthesis.speak = (words) => window.spoken.push(words.text);
new MutationObserver(() => {
    const said = [...document.querySelectorAll('flt-announcement-polite, flt-announcement-assertive')]
        .map((one) => one.textContent).join('');
    if (said) window.announced.push(said);
}).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""A script that keeps the announcements in ``told`` and the spoken words in ``spoken``."""


def wait_for_announcement(phone: Phone, words: str) -> None:
    """Wait until these words are announced, and forget them, so that the next time is another one."""
    phone.until("(text) => window.announced.some((said) => said.includes(text))", words)
    phone.page.wait_for_timeout(ANNOUNCED)
    phone.page.evaluate("window.announced = []")
