"""Guests' devices: invitations, seats, removal and connections."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from companion.access.connections import MAX_CONNECTIONS_PER_DEVICE
from companion.access.guests import MAX_GUESTS_PER_TABLE, TABLE_FULL_TEXT, DeviceRegistry
from companion.access.host_devices import MAX_HOST_DEVICES
from companion.access.invitations import AccessGrant
from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.library.library import Library
from companion.storage.matches import ConcurrentWriteError, Storage
from rules.engine import Refused
from tests.toy.counting import GAME

SEATS = ("Ana", "Bea", "Cai")


class Evening(RuleBasedStateMachine):
    """Devices join, sit, watch, leave and are removed, over restarts.

    The model is a dict of each key's place at each table.
    """

    keys = Bundle("keys")
    words = Bundle("words")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.library = Library(Storage(self.folder), {GAME.key: GAME})
        self.said: set[str] = set()
        self.inside: dict[str, dict[str, int | str | None]] = {}
        """The place of each key at each table: a seat, "middle", "watches", or None if not chosen."""
        self.hosts: set[str] = set()
        self.right: dict[str, str] = {}
        """The table that each valid invitation opens, "" for the house."""

    @property
    def guests(self) -> DeviceRegistry:
        return self.library.guests

    def teardown(self) -> None:
        self.library.storage.close()
        shutil.rmtree(self.folder)

    def who(self, key: str) -> Visitor:
        found = self.guests.visitor_of_key(key)
        assert found is not None
        return found

    def known(self, key: str) -> bool:
        return key in self.hosts or bool(self.inside.get(key))

    def forget(self, match: str, keys: list[str]) -> None:
        for key in keys:
            self.inside[key].pop(match, None)

    @initialize(target=words)
    def begin(self) -> object:
        self.matches = [self.library.matches.create("counting", SEATS).match.id for _ in range(2)]
        self.right = {self.guests.table_invitation(match): match for match in self.matches} | {
            self.guests.host_invitation(): ""
        }
        return multiple(*self.right)

    @rule(target=keys, word=words, key=st.just("") | keys)
    def enter(self, word: str, key: str) -> object:
        entered = self.guests.redeem_invitation(word, key)
        match = self.right.get(word)
        if match is None:
            assert entered is None
            return multiple()
        assert entered is not None
        assert entered.match_id == match
        assert self.guests.visitor_of_key(entered.key) == entered.visitor
        if entered.key != key:
            assert not self.known(key) or (match == "" and key not in self.hosts)
            self.inside[entered.key] = self.inside.pop(key, {}) if self.known(key) else {}
        self.said.add(entered.key)
        if match == "":
            self.hosts.add(entered.key)
        elif entered.key not in self.hosts:
            self.inside[entered.key].setdefault(match, None)
        return entered.key

    @rule(word=st.text(max_size=30), key=st.text(max_size=30))
    def guess(self, word: str, key: str) -> None:
        assert self.guests.redeem_invitation(word, key) is None
        assert self.guests.visitor_of_key(key) is None

    @rule(
        key=keys, at=st.integers(0, 1), seat=st.integers(-1, 4) | st.none(), watches=st.booleans(), over=st.booleans()
    )
    def sit(self, key: str, at: int, seat: int | None, watches: bool, over: bool) -> None:
        if not self.known(key):
            assert self.guests.visitor_of_key(key) is None
            return
        match, said, seat = self.matches[at], seat, None if watches else seat
        others = {places.get(match): one for one, places in self.inside.items() if one != key}
        allowed = key in self.hosts or match in self.inside[key]
        over_another = seat in others and over and key in self.hosts  # no device is online here
        if not allowed or (seat is not None and (seat not in range(len(SEATS)) or seat in others) and not over_another):
            with pytest.raises(Refused):
                self.guests.take_seat(self.who(key), match, said, watches, over)
            return
        self.guests.take_seat(self.who(key), match, said, watches, over)
        if seat is not None and over_another:
            self.inside[others[seat]][match] = None
        self.inside[key][match] = "watches" if watches else "middle" if seat is None else seat

    @rule(key=keys, at=st.integers(0, 1))
    def leave(self, key: str, at: int) -> None:
        if self.known(key):
            self.guests.leave_table(self.who(key), self.matches[at])
            self.forget(self.matches[at], [key])

    @rule(target=words, key=keys, at=st.integers(0, 1))
    def send_away(self, key: str, at: int) -> object:
        if not self.known(key):
            return multiple()
        match = self.matches[at]
        self.guests.remove_device(self.who(key).id, match)
        self.forget(match, [key])
        if key in self.hosts:
            self.hosts.remove(key)
            self.inside[key] = {}
        return self.renewed(match) if match in self.right.values() else multiple()

    @rule(target=words, at=st.integers(0, 1))
    def renew(self, at: int) -> object:
        self.guests.renew_table_invitation(self.matches[at])
        return self.renewed(self.matches[at])

    def renewed(self, match: str) -> str:
        self.right = {word: one for word, one in self.right.items() if one != match}
        word = self.guests.table_invitation(match)
        assert word not in self.right
        self.right[word] = match
        return word

    @rule(at=st.integers(0, 1))
    def close(self, at: int) -> None:
        match = self.matches[at]
        self.guests.close_table(match)
        assert self.guests.table_invitation(match) == ""
        self.right = {word: one for word, one in self.right.items() if one != match}
        self.forget(match, [key for key in self.inside if key not in self.hosts])

    @rule(target=words)
    def renew_the_house(self) -> object:
        self.guests.host_invitation(renew=True)
        self.hosts.clear()
        self.inside.clear()
        self.right = {self.guests.host_invitation(): ""} | {
            self.guests.table_invitation(match): match for match in self.matches
        }
        return multiple(*self.right)

    @rule(target=words, at=st.integers(0, 1), word=consumes(words))
    def delete_and_begin(self, at: int, word: str) -> object:
        gone = self.matches[at]
        self.library.matches.delete(gone)
        self.right = {one: match for one, match in self.right.items() if match != gone}
        self.forget(gone, list(self.inside))
        assert self.guests.device_seats(gone) == ()
        with pytest.raises(Refused):
            self.guests.table_invitation(gone)
        self.matches[at] = self.library.matches.create("counting", SEATS).match.id
        self.right[self.guests.table_invitation(self.matches[at])] = self.matches[at]
        return multiple(word, self.guests.table_invitation(self.matches[at]))

    @rule()
    def restart(self) -> None:
        self.library.storage.close()
        self.library = Library(Storage(self.folder), {GAME.key: GAME})

    @invariant()
    def everybody_is_where_they_are(self) -> None:
        for key in self.said:
            found = self.guests.visitor_of_key(key)
            assert (found is not None) is self.known(key)
            if found is None:
                continue
            assert found.is_host is (key in self.hosts)
            assert set(self.guests.tables_of(found)) == set(self.inside[key])
            for match in self.matches:
                assert self.guests.is_admitted(found, match) is (found.is_host or match in self.inside[key])

    @invariant()
    def no_seat_has_two_phones(self) -> None:
        for match in getattr(self, "matches", ()):
            expected = [places[match] for places in self.inside.values() if match in places]
            seats = [one for one in expected if isinstance(one, int)]
            places = self.guests.device_seats(match)
            assert len(seats) == len(set(seats))
            assert sorted(seats) == sorted(one.seat for one in places if one.seat is not None)
            assert self.guests.claimed_seats(match) == set(seats)
            assert sum(one.is_spectator for one in places) == expected.count("watches")
            assert sum(one.has_chosen for one in places) == len(expected) - expected.count(None)

    @invariant()
    def the_file_has_no_key(self) -> None:
        written = b"".join(path.read_bytes() for path in self.folder.iterdir())
        assert not any(key.encode() in written for key in self.said)


Evening.TestCase.settings = settings(max_examples=15, stateful_step_count=30)
TestEvening = Evening.TestCase


@pytest.fixture
def match(library: Library) -> str:
    return library.matches.create("counting", SEATS).match.id


def came(library: Library, match: str, key: str = "") -> AccessGrant:
    """A guest of that table."""
    entered = library.guests.redeem_invitation(library.guests.table_invitation(match), key)
    assert entered is not None
    return entered


def test_a_word_is_compared_with_every_invitation_in_constant_time(
    library: Library, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An invitation is compared with all valid ones, in constant time each."""
    guests = library.guests
    words = [
        guests.host_invitation(),
        guests.table_invitation(match),
        guests.table_invitation(library.matches.create("counting", SEATS).match.id),
    ]
    compared: list[bytes] = []
    compare = secrets.compare_digest

    def counted(one: bytes, other: bytes) -> bool:
        compared.append(one)
        return compare(one, other)

    monkeypatch.setattr("companion.access.guests.secrets.compare_digest", counted)
    for word in (*words, "wrong"):
        compared.clear()
        guests.redeem_invitation(word, "")
        assert sorted(compared) == sorted(one.encode() for one in words)


def test_nothing_opens_a_house_without_an_invitation(library: Library) -> None:
    """Before the first invitation is made, the empty string is none."""
    assert library.guests.redeem_invitation("", "") is None
    assert library.guests.visitor_of_key("") is None


def test_this_computer_sits_without_a_key_and_cannot_be_sent_away(library: Library, match: str) -> None:
    """The local browser takes a seat without a key, keeps it on renewal, and is not removable."""
    library.guests.take_seat(LOCAL_BROWSER, match, 1)
    library.guests.host_invitation(renew=True)
    library.guests.close_table(match)
    assert [(one.device_id, one.seat) for one in library.guests.device_seats(match)] == [(LOCAL_BROWSER.id, 1)]
    with pytest.raises(Refused):
        library.guests.remove_device(LOCAL_BROWSER.id, match)


def test_who_was_sent_away_from_one_table_is_as_new_at_the_other(library: Library, match: str) -> None:
    """A guest removed from one table keeps key and seat at the other, under a new id.

    The old id is admitted nowhere.
    """
    other = library.matches.create("counting", SEATS).match.id
    entered = came(library, other, came(library, match).key)
    library.guests.take_seat(entered.visitor, other, 2)
    library.guests.remove_device(entered.visitor.id, match)
    now = library.guests.visitor_of_key(entered.key)
    assert now is not None
    assert now.id != entered.visitor.id
    assert not library.guests.is_admitted(entered.visitor, other)
    assert [(one.device_id, one.seat) for one in library.guests.device_seats(other)] == [(now.id, 2)]


def test_a_full_table_makes_room_of_who_sleeps_and_never_sat(library: Library, match: str) -> None:
    """At a full table the newcomer replaces an offline guest without a seat, never a seated one."""
    guests = library.guests
    first, second = came(library, match), came(library, match)
    guests.take_seat(first.visitor, match, 0)
    rest = [came(library, match) for _ in range(MAX_GUESTS_PER_TABLE - 2)]
    came(library, match)
    assert len(guests.device_seats(match)) == MAX_GUESTS_PER_TABLE
    assert guests.visitor_of_key(first.key) == first.visitor
    assert guests.visitor_of_key(second.key) is None
    for one in guests.device_seats(match):
        guests.register_connection(Visitor(one.device_id), print)
    with pytest.raises(Refused) as refused:
        came(library, match)
    assert refused.value.reason == TABLE_FULL_TEXT
    assert all(guests.visitor_of_key(one.key) for one in rest[1:])


# --- connections ---------------------------------------------------------------------------------------------------


def test_a_phone_is_awake_while_a_page_of_it_is_open(library: Library, match: str) -> None:
    """A device is online while one of its two pages is open; only its own table is notified."""
    guests = library.guests
    visitor = came(library, match).visitor
    other = library.matches.create("counting", SEATS).match.id
    told: list[str] = []
    guests.observable_of(match).subscribe(lambda: told.append("here"))
    guests.observable_of(other).subscribe(lambda: told.append("elsewhere"))
    first, second = guests.register_connection(visitor, print), guests.register_connection(visitor, print)
    assert [one.is_online for one in guests.device_seats(match)] == [True]
    first()
    first()
    assert [one.is_online for one in guests.device_seats(match)] == [True]
    second()
    assert [one.is_online for one in guests.device_seats(match)] == [False]
    assert told == ["here", "here"]


def test_a_phone_with_too_many_pages_loses_the_oldest(library: Library, match: str) -> None:
    """A device keeps at most eight connections, the newest; this computer is not limited."""
    visitor, ended = came(library, match).visitor, []
    for n in range(MAX_CONNECTIONS_PER_DEVICE + 3):
        library.guests.register_connection(visitor, lambda surplus, n=n: ended.append((n, surplus)))
        library.guests.register_connection(LOCAL_BROWSER, lambda surplus: ended.append("home"))
    assert ended == [(0, True), (1, True), (2, True)]


def test_who_is_shown_out_on_the_way_in_is_out(library: Library, match: str) -> None:
    """A page that registers after its device was removed is ended at once."""
    visitor, ended = came(library, match).visitor, []
    library.guests.remove_device(visitor.id, match)
    library.guests.register_connection(visitor, ended.append)
    assert ended == [False]


@pytest.mark.parametrize("how", ["sent away", "closed", "renewed", "left"])
def test_who_is_shown_out_loses_the_connection_at_once(library: Library, match: str, how: str) -> None:
    """Removal, closing the table, renewal and leaving end that device's pages, and no others."""
    guests, ended = library.guests, []
    one, host = came(library, match), guests.redeem_invitation(guests.host_invitation(), "")
    assert host is not None
    for visitor in (one.visitor, host.visitor, LOCAL_BROWSER):
        guests.register_connection(visitor, lambda surplus, id=visitor.id: ended.append((id, surplus)))
    match how:
        case "sent away":
            guests.remove_device(one.visitor.id, match)
        case "closed":
            guests.close_table(match)
        case "renewed":
            guests.host_invitation(renew=True)
        case "left":
            guests.leave_table(one.visitor, match)
    out = [one.visitor, host.visitor] if how == "renewed" else [one.visitor]
    assert sorted(ended) == sorted((visitor.id, False) for visitor in out)
    assert guests.visitor_of_key(one.key) is None
    assert (guests.visitor_of_key(host.key) is None) is (how == "renewed")


def test_the_database_itself_gives_no_seat_twice(library: Library, match: str) -> None:
    """The database refuses two devices in one seat, even from two programs."""
    one, two = came(library, match).visitor, came(library, match).visitor
    library.guests.take_seat(one, match, 0)
    with pytest.raises(ConcurrentWriteError):
        library.storage.database.write("UPDATE place SET seat = 0 WHERE guest = ?", (two.id,))


DAY = 86_400.0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[DeviceRegistry, list[float]]]:
    """The devices of a house, and its clock."""
    storage, now = Storage(tmp_path), [1000 * DAY]
    yield DeviceRegistry(storage, lambda: now[0]), now
    storage.close()


def host(guests: DeviceRegistry) -> AccessGrant:
    """A new device of the host."""
    grant = guests.redeem_invitation(guests.host_invitation(), "")
    assert grant is not None
    return grant


def test_devices_of_the_host_that_were_long_away_make_room(house: tuple[DeviceRegistry, list[float]]) -> None:
    """However many old ones there are a new device comes in; the one that was not seen for longest goes."""
    guests, now = house
    first, second = host(guests), host(guests)
    for _ in range(MAX_HOST_DEVICES - 2):
        now[0] += DAY
        host(guests)
    guests.register_connection(first.visitor, lambda _: None)()
    new = host(guests)
    assert guests.visitor_of_key(new.key) == new.visitor
    assert guests.visitor_of_key(first.key) == first.visitor
    assert guests.visitor_of_key(second.key) is None


def test_many_new_devices_of_a_day_remove_none_of_the_same_day(house: tuple[DeviceRegistry, list[float]]) -> None:
    """The host's own device, which was here today, outlives a flood of new ones by its link."""
    guests, _ = house
    own = host(guests)
    for _ in range(3 * MAX_HOST_DEVICES):
        host(guests)
    assert guests.visitor_of_key(own.key) == own.visitor


def test_a_house_full_of_devices_that_are_here_refuses_another(house: tuple[DeviceRegistry, list[float]]) -> None:
    """Nobody who has a page open is sent away for a new device, which reads why it has to wait."""
    guests, _ = house
    here = [host(guests) for _ in range(MAX_HOST_DEVICES)]
    leaves = [guests.register_connection(one.visitor, lambda _: None) for one in here]
    with pytest.raises(Refused, match="So many devices"):
        host(guests)
    leaves[3]()
    host(guests)
    assert [guests.visitor_of_key(one.key) is None for one in here].index(True) == 3
