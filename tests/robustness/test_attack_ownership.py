"""D6: a guest of one table that changes or sees what belongs to the house or another table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.attack.belongings import HOUSE_CARD, MARKER, Household
from tests.support.attack.client import Page
from tests.support.card_files import card_file

JPEG = b"\xff\xd8\xff"
TAUGHT_BY_HOST = "Solo el anfitrión puede enseñar dados"
PAGES = (
    *("", "settings", "dice", "history", "fairness", "statistics", "phones", "rules", "situation", "position", "seat"),
    "card/mulliboom",
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    house = Household(tmp_path)
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        house.kill()


def reads_its_errors(page: Page) -> None:
    """Open the dice sheet, and on it the reader's accuracy."""
    page.tap("Cámara o tirar por mí")
    page.tap("Qué tal se leen los dados")
    assert page.hears("Todo se queda en el ordenador del anfitrión")


def switch(page: Page) -> list[int]:
    """The switches on the page."""
    return page.kinds("Switch")


def test_a_guest_switches_no_corrections_off_and_erases_none(house: Household) -> None:
    """A guest can neither switch corrections off nor erase them.

    It taps what is there: switch, eraser and its question, then every control number blindly.
    """
    before = house.belongings("four_souls")
    with house.guest_of("four_souls") as page:
        reads_its_errors(page)
        for one in switch(page):
            page.update(one, value=False)
            page.event(one, "change", "false")
        page.tries("Borrarlo todo", "Borrarlo", within=4)
        page.listen(first=4)
        assert house.belongings("four_souls") == before
        page.sweep()
    assert house.belongings("four_souls") == before


def test_a_guest_is_shown_no_crop_of_another_table(house: Household) -> None:
    """A guest sees crops of its own table only, and a sentence that the others are the host's."""
    with house.guest_of("four_souls") as page:
        reads_its_errors(page)
        assert MARKER not in page.heard
        assert JPEG + b"own" in page.heard
        assert page.hears("Solo el anfitrión puede desactivar las correcciones")
    with house.host() as host:
        reads_its_errors(host)
        assert MARKER in host.heard


def test_a_guest_forgets_no_taught_dice(house: Household) -> None:
    """A guest cannot delete taught dice or their mapping, and sees no picture of them."""
    before = house.belongings("king_of_tokyo")
    with house.guest_of("king_of_tokyo") as page:
        page.go(f"/t/{house.tables['king_of_tokyo']}/dice")
        assert page.hears("Quitar la foto 1", TAUGHT_BY_HOST, within=40)
        page.tries("Quitar la foto 1")
        page.tries("Olvidar estos dados", "Olvidarlos")
        page.sweep()
        page.listen(first=4)
        assert house.belongings("king_of_tokyo") == before
        assert JPEG not in page.heard
        assert TAUGHT_BY_HOST.encode() in page.heard


def file_of(*names: str) -> bytes:
    """A card file as the app writes it."""
    return card_file(*(["darkmoor", "minions", name, {"peril": 1}] for name in names))


@pytest.mark.landing
def test_a_guest_changes_no_card_list_of_the_house(house: Household) -> None:
    """A guest reads the house's card list, and can delete no card and import no file.

    A file that it sends all the same is not handed to the page.
    """
    before = house.belongings("darkmoor")
    with house.guest_of("darkmoor") as page:
        page.tap("Las cartas de esta mesa")
        assert page.hears(HOUSE_CARD)
        page.tries(f"Olvidar la carta: {HOUSE_CARD}", within=3)
        data = file_of("Infiltrada", HOUSE_CARD)
        for picker in page.kinds("FilePicker"):
            file = {"id": 1, "name": "x.json", "size": len(data), "path": None, "bytes": data}
            page.event(picker, "result", {"files": [file]})
        page.listen(first=4)
        page.sweep()
        page.listen(first=4)
        assert house.belongings("darkmoor") == before
        assert page.hears("Esta lista solo la cambia el anfitrión")


@pytest.mark.parametrize(
    ("game", "pages"),
    [
        ("four_souls", PAGES),
        ("darkmoor", ("", "settings")),
        pytest.param("king_of_tokyo", ("", "dice"), marks=pytest.mark.landing),
    ],
)
def test_whatever_a_guest_taps_stays_at_its_table(
    house: Household, game: str, pages: tuple[str, ...], say: Callable[[str], None]
) -> None:
    """All events on all pages leave settings, cards, dice and other tables unchanged.

    Theme, language and corrections too. Of the other games only the pages that differ are tried.
    """
    before, sent = house.belongings(game), 0
    for name in pages:
        with house.guest_of(game) as page:  # a new guest each time: one that is refused a thousand times is ended
            page.go(f"/t/{house.tables[game]}/{name}".rstrip("/"))
            sent += page.sweep()
            assert MARKER not in page.heard
    assert house.belongings(game) == before
    say(f"{sent} forged events of a guest of {game}: nothing of the house changed")
