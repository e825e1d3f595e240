"""Sections that unfold: a change inside neither folds them nor moves the page."""

from __future__ import annotations

from typing import Any

from tests.support.ui import browser as driving

OPEN = "¿Cómo jugáis?", "Modos y extras"
SWITCHES = "Disfraces", "Cultistas"


def test_a_switch_folds_no_section(chromium: Any, server: driving.Server) -> None:
    """Two switches of the set-up are tapped one after the other, each where it was before the tap."""
    with driving.phone(chromium, server, "/new/king_of_tokyo", draws_few=False) as phone:
        for name in OPEN:
            phone.tap(name)
        phone.find(SWITCHES[-1]).scroll_into_view_if_needed()
        phone.page.wait_for_timeout(600)
        before = [phone.box(name) for name in SWITCHES]
        for name in SWITCHES:
            phone.tap(name)
            phone.page.wait_for_timeout(600)
            assert [phone.box(name) for name in SWITCHES] == before
