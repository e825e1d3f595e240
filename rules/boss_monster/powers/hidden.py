"""Effects of cards on virtual hands, decks and discards.

With cards on the table the players carry them out.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.boss_monster.effects.choices import Aim, aims, choosing
from rules.boss_monster.effects.verbs import Hidden, hidden
from rules.boss_monster.hidden.hands import discard, lose, pick_shown, rob, salvage, thrown
from rules.boss_monster.model.card_catalogue import called, rooms
from rules.boss_monster.model.decks import CARDS, ROOM, SPELL, draw, faces, held, keys
from rules.boss_monster.model.events import Discarded, Skipped
from rules.boss_monster.model.state import BossMonster, order, others
from rules.engine import Cards, Choice, Event, Prompt, Template, Text, asks, at, then


def _draws(kind: str, n: int = 1) -> Hidden:
    return lambda s, seat: then(s, at(draw, seat, kind, n))


def _draws_too_many(n: int) -> Hidden:
    """Draw spells, one of which is discarded."""
    return lambda s, seat: then(s, at(draw, seat, SPELL, n), at(discard, seat, SPELL, 1))


def _takes(what: str, n: int = 1) -> Hidden:
    """Take ``n`` cards of the discards."""
    return lambda s, seat: then(s, *(at(salvage, seat, what) for _ in range(n)))


def _against(key: str) -> Hidden:
    """Choose an opponent."""
    return lambda s, seat: choosing(s, key, seat)


def _with(kind: str) -> Callable[[BossMonster, int], tuple[int, ...]]:
    """Opponents who hold cards of a kind; a seat is encoded as −1 − seat."""
    return lambda s, seat: tuple(-1 - other for other in others(s, seat) if held(s, other, kind))


def jeopardy(s: BossMonster, seat: int) -> BossMonster:
    """Make everybody discard the hand and draw a spell and two rooms."""
    for each in order(s):
        s = thrown(s, each, held(s, each))
    return then(s, *(step for each in order(s) for step in (at(draw, each, SPELL, 1), at(draw, each, ROOM, 2))))


# --- effects with a price ----------------------------------------------------------------------------------------

PRICES = {"witchs_kitchen": ("monster", 1, _draws(SPELL)), "dracolich_lair": ("", 2, _takes(ROOM))}
"""Rooms of the hand to discard: their symbol if required, how many, and the effect."""


def can_pay(s: BossMonster, seat: int, n: int) -> bool:
    """Whether a hand holds enough rooms, as far as is public; always with hands on the table."""
    return not s.virtual or len(held(s, seat, ROOM)) >= n


def pay_prompt(s: BossMonster, seat: int, key: str) -> Prompt:
    """Ask which rooms are discarded.

    It is asked even if none fits, so that the prompt does not reveal the hand.
    """
    kind, n, _ = PRICES[key]
    serve = [card for card in held(s, seat, ROOM) if card in rooms() and kind in ("", rooms()[card].kind)]
    does = Template(Discarded(seat), (Cards("cards", faces(serve), 0, n, "hand"),))
    pays = Choice(Text("{who} discards", who=s.seats[seat]), does, role="usual", seat=seat)
    none = Choice(Text("It is not played after all"), Template(Skipped()), seat=seat)
    title = Text("{card}: which rooms does {who} discard?", card=called(key), who=s.seats[seat])
    return Prompt((seat,), title, "BM-47", (pays, none), phase=CARDS)


@asks("BM-47", prompt=pay_prompt)
def pay(s: BossMonster, event: Event, seat: int, key: str) -> BossMonster:
    """Apply the effect if the full price was discarded."""
    _, n, does = PRICES[key]
    if not isinstance(event, Discarded) or len(event.cards) < n:
        return s
    return does(thrown(s, seat, keys(event.cards)), seat)


# --- registry ----------------------------------------------------------------------------------------------------

hidden.update(
    golem_factory=_draws(ROOM),
    recycling_center=_draws(ROOM, 2),
    beast_menagerie=_draws(ROOM),
    brainsucker_hive=_draws(SPELL),
    ligers_den=_draws(SPELL),
    soul_harvest=_draws(SPELL, 2),
    dark_laboratory=_draws_too_many(2),
    cerebellus=_draws_too_many(3),
    monstrous_monument=_takes("monster"),
    open_grave=_takes(ROOM),
    dark_altar=_takes(""),
    xyzax=_takes("", 2),
    specters_sanctum=_against("specters_sanctum"),
    torture_chamber=_against("torture_chamber"),
    succubus_spa=_against("succubus_spa"),
    draculord=_against("draculord"),
    jeopardy=jeopardy,
    witchs_kitchen=lambda s, seat: then(s, at(pay, seat, "witchs_kitchen")),
    dracolich_lair=lambda s, seat: then(s, at(pay, seat, "dracolich_lair")),
)
aims.update(
    specters_sanctum=Aim(_with(SPELL), lambda s, seat, id: then(s, at(lose, -1 - id, SPELL)), must=True),
    torture_chamber=Aim(_with(ROOM), lambda s, seat, id: then(s, at(lose, -1 - id, ROOM)), must=True),
    succubus_spa=Aim(_with(""), lambda s, seat, id: then(s, at(rob, seat, -1 - id)), must=True),
    draculord=Aim(_with(""), lambda s, seat, id: then(s, at(pick_shown, seat, -1 - id)), must=True),
)
