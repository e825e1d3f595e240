"""Other phones receive no trace of a secret in state, prompt, trackers, view and log."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match.log import make_log_line
from companion.storage.codec import Codec
from companion.storage.records import Entry
from rules.boss_monster.game import GAME as BOSS
from rules.boss_monster.hidden.secrecy import open_hand_seat as seen
from rules.boss_monster.model.card_catalogue import room_cards
from rules.boss_monster.model.decks import ROOM, SPELL, card_kind, undrawn_cards
from rules.boss_monster.model.state import BossMonster, set_keep
from rules.engine import Event, Game, Redaction, Refused, apply, prompt, prompt_id, remarks, start
from rules.registry import GAMES
from tests.support.examples import law_settings
from tests.support.random_play import Chance, Drawn, Seeded, move, sit_down
from tests.support.secret_walks import PEOPLE, hidden, secretly, walk
from tests.toy import counting

pytestmark = pytest.mark.landing

SLOW = law_settings(30)
ALL_GAMES = [counting.GAME, *GAMES.values()]
CODEC = Codec(counting.GAME)


def shown(state: counting.Counting, seats: frozenset[int]) -> str:
    """All that a phone of those seats receives, as text."""
    game, seen = counting.GAME, counting.GAME.conceal(state, seats)
    question = prompt(seen), prompt_id(seen), remarks(game, seen)
    return "\n".join((CODEC.write_state(seen), *map(repr, (*question, game.trackers(seen), game.view(seen)))))


@SLOW
@given(data=st.data())
def test_what_a_phone_is_made_of_holds_no_trace_of_anothers_secret(data: st.DataObject) -> None:
    """After any event of random play no device receives another seat's secret.

    For each seat, for the middle, and for a spectator.
    """
    kept = 0
    for _, _, s in walk(Drawn(data), data.draw(st.integers(5, 40))):
        for seats in (frozenset[int](), *(frozenset((seat,)) for seat in range(3)), frozenset((0, 2))):
            sent = shown(s, seats)
            for secret in hidden(s, seats):
                kept += 1
                assert secret not in sent
            mine = [str(s.named[seat]) for seat in seats if s.named and s.named[seat] is not None]
            assert all(number in sent for number in mine)


def test_random_play_does_keep_secrets() -> None:
    """Random play has many states with secrets of one and of two seats, so the law is tested."""
    found = [len(hidden(s, frozenset())) for seed in range(10) for _, _, s in walk(Seeded(seed), 40)]
    assert found.count(1) > 5
    assert found.count(2) > 5


@SLOW
@given(data=st.data())
def test_nothing_shown_depends_on_anothers_secret(data: st.DataObject) -> None:
    """What Ana sees does not depend on the numbers that Beto and Cira have named."""
    one = other = secretly()
    for seat in data.draw(st.lists(st.sampled_from((1, 2)), unique=True)):
        numbers = data.draw(st.tuples(st.integers(0, 9999), st.integers(0, 9999)))
        one, other = (
            apply(counting.GAME, s, counting.Named(seat, n)) for s, n in zip((one, other), numbers, strict=True)
        )
    assert shown(one, frozenset((0,))) == shown(other, frozenset((0,)))
    told = [make_log_line(counting.GAME, s, entry(counting.Named(0, 3)), s).veil for s in (one, other)]
    assert told[0] == told[1]


def entry(event: Event) -> Entry:
    return Entry(1, 0.0, "Ana", 1, None, event)


@SLOW
@given(data=st.data())
def test_the_log_is_veiled_for_all_others(data: st.DataObject) -> None:
    """Only log lines about a secret have a veil, and the veil does not contain the secret."""
    for before, event, after in walk(Drawn(data), data.draw(st.integers(1, 30))):
        line = make_log_line(counting.GAME, before, entry(event), after)
        secret = isinstance(event, counting.Named) or ("named" in repr(event) and None in before.named)
        assert (line.veil is not None) == secret
        if line.veil is not None:
            assert all(number not in repr(line.veil) for number in hidden(after, frozenset()))
        if isinstance(event, counting.Named):
            assert isinstance(line.veil, Redaction)
            assert line.veil.seat == event.seat
            assert str(event.number) in repr(line.text)
            assert str(event.number) not in repr(line.veil)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@SLOW
@given(data=st.data())
def test_what_is_concealed_changes_no_question(game: Game[Any], data: st.DataObject) -> None:
    """Concealing keeps the prompt and its id, is idempotent, and hides nothing from all seats.

    In every game.
    """
    chance = Drawn(data)
    s = secretly() if game is counting.GAME else sit_down(chance, game)
    for more in reversed(range(data.draw(st.integers(1, 30)))):
        s = apply(game, s, move(chance, game, s))
        if more % 8 == 0:
            _is_one_question(game, s)


def _is_one_question(game: Game[Any], s: Any) -> None:
    everybody = frozenset(range(len(s.seats)))
    assert game.conceal(s, everybody) == s
    for seat in everybody:
        seen = game.conceal(s, frozenset((seat,)))
        assert game.conceal(seen, frozenset((seat,))) == seen
        assert game.conceal(game.conceal(s, frozenset()), everybody) == game.conceal(s, frozenset())
        assert (prompt(seen), prompt_id(seen)) == (prompt(s), prompt_id(s))


# --- virtual cards of Boss Monster -------------------------------------------------------------------------------


def other_cards(s: BossMonster, seat: int, chance: Random) -> BossMonster:
    """The same state with the cards hidden from a seat replaced at random."""
    for kind in (ROOM, SPELL):
        unknown = list(undrawn_cards(s, kind))
        hidden = [card for card in secret_cards(s, seat) if card_kind(card) == kind]
        pool = [*unknown, *hidden]
        chance.shuffle(pool)
        s = replaced(s, seat, kind, pool)
    return s


def others_of(s: BossMonster, seat: int) -> list[int]:
    """The other seats."""
    return [other for other in range(len(s.seats)) if other != seat]


def secret_cards(s: BossMonster, seat: int) -> list[str]:
    """Cards in others' hands, set aside, or face down."""
    found: list[str] = []
    for other in others_of(s, seat):
        keep = s.keeps[other]
        found += [*(() if seen(s) == other else keep.hand), *keep.aside]
        found += [pile[0].card.key for pile in keep.piles if pile[0].down]
    return found


def replaced(s: BossMonster, seat: int, kind: str, pool: list[str]) -> BossMonster:
    """Replace each secret card of that kind with one of the pool."""
    deal = iter(pool)

    def other(card: str) -> str:
        return next(deal) if card_kind(card) == kind else card

    for each in others_of(s, seat):
        keep = s.keeps[each]
        hand = keep.hand if seen(s) == each else tuple(map(other, keep.hand))
        piles = tuple(
            (replace(p[0], card=room_cards()[other(p[0].card.key)]), *p[1:]) if p[0].down and kind == ROOM else p
            for p in keep.piles
        )
        s = set_keep(s, each, hand=hand, aside=tuple(map(other, keep.aside)), piles=piles)
    return s


def virtual_cards(chance: Chance, length: int) -> Iterator[tuple[BossMonster, Event]]:
    """Random play with virtual cards: each state, and the event that follows."""
    s = start(BOSS, PEOPLE, (("cards", "virtual"), ("machinations", "on")))
    for _ in range(length):
        event = move(chance, BOSS, s)
        yield s, event
        s = apply(BOSS, s, event)


@law_settings(15)
@given(data=st.data())
def test_no_phone_shows_what_depends_on_anothers_cards(data: st.DataObject) -> None:
    """What a phone receives does not depend on others' hidden cards.

    Hands, and cards laid or discarded face down.
    """
    chance = Drawn(data)
    seat, random = chance.number(0, 2), Random(chance.number(0, 9999))
    for s, event in virtual_cards(chance, data.draw(st.integers(20, 40))):
        other, mine = other_cards(s, seat, random), frozenset((seat,))
        assert BOSS.conceal(other, mine) == BOSS.conceal(s, mine)
        assert prompt(other) == prompt(s)
        if BOSS.redact(s, event) is not None:
            assert BOSS.redact(other, event) == BOSS.redact(s, event)


def test_random_play_does_hold_cards() -> None:
    """Random play has many states with hands, face-down rooms and cards set aside.

    So the law is tested.
    """
    states = [s for seed in range(6) for s, _ in virtual_cards(Seeded(seed), 80)]
    assert sum(bool(secret_cards(s, 0)) for s in states) > 250
    assert sum(any(room.down and room.card.key for _, _, room in s.rooms()) for s in states) > 8
    assert sum(any(keep.aside for keep in s.keeps) for s in states) > 4


def test_secrets_are_named_in_any_order_and_shown_when_all_have() -> None:
    """Secrets are named in any order, in one prompt, and shown when all are named.

    No seat names twice; the highest number alone scores a point.
    """
    s = secretly()
    number = prompt_id(s)
    for seat, secret in ((2, 30), (0, 10)):
        s = apply(counting.GAME, s, counting.Named(seat, secret))
        asked = prompt(s)
        assert asked is not None
        assert prompt_id(s) == number
        assert seat not in asked.seats
        with pytest.raises(Refused):
            apply(counting.GAME, s, counting.Named(seat, 7))
        assert s.notes == ()
    s = apply(counting.GAME, s, counting.Named(1, 20))
    assert prompt_id(s) != number
    assert [dict(note.text.args).get("n") for note in s.notes] == [10, 20, 30, 1]
    assert counting.GAME.conceal(s, frozenset()) == s
    assert s.totals == (0, 0, 1)
