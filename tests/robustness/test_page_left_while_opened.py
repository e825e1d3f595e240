"""A page that leaves before its first screen and comes back: an address loaded twice, a network that fails at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page, cookie_for

pytestmark = pytest.mark.landing


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedServer]:
    """A house with one table, which is killed at the end."""
    house = AttackedServer(tmp_path_factory.mktemp("house"))
    try:
        yield house.start()
    finally:
        house.kill()


def test_a_page_that_left_while_it_was_opened_shows_its_screen_when_it_returns(house: AttackedServer) -> None:
    """Nobody answers what the server asked the connection before: resumed, the page stayed blank for ever."""
    cookie, route = cookie_for(house.port, house.key), f"/t/{house.match}"
    first = Page(house.port, cookie)
    first.introduce(route)
    first.leave_when_asked()
    with Page(house.port, cookie) as second:
        second.introduce(route, first.session)
        assert second.hears("Tira un dado contra")
        assert second.session != first.session


def test_a_page_that_left_after_its_first_screen_resumes_its_session(house: AttackedServer) -> None:
    """A phone that slept goes on where it was."""
    cookie, route = cookie_for(house.port, house.key), f"/t/{house.match}"
    with Page(house.port, cookie).register(route) as first:
        assert first.hears("Tira un dado contra")
    with Page(house.port, cookie).register(route, first.session) as second:
        assert second.hears("Tira un dado contra")
        assert second.session == first.session
