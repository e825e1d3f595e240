"""Effects of cards on virtual hands, decks and discards.

With cards on the table the players carry them out.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.boss_monster.effects.choices import EffectChoice, effect_choices, push_choice
from rules.boss_monster.effects.verbs import HandEffect, hand_effects
from rules.boss_monster.hidden.hands import discard, discard_from_hand, lose, pick_shown, rob, salvage
from rules.boss_monster.model.card_catalogue import card_name, room_cards
from rules.boss_monster.model.decks import CARDS_PHASE, ROOM, SPELL, card_faces, card_keys, draw, hand_cards
from rules.boss_monster.model.events import Discarded, Skipped
from rules.boss_monster.model.state import BossMonster, opponents_of, xp_order
from rules.engine import Cards, Choice, Event, Prompt, Template, Text, asks, at, then


def _draw_effect(kind: str, n: int = 1) -> HandEffect:
    return lambda s, seat: then(s, at(draw, seat, kind, n))


def _draw_and_discard(n: int) -> HandEffect:
    """Draw spells, one of which is discarded."""
    return lambda s, seat: then(s, at(draw, seat, SPELL, n), at(discard, seat, SPELL, 1))


def _salvage_effect(what: str, n: int = 1) -> HandEffect:
    """Take ``n`` cards of the discards."""
    return lambda s, seat: then(s, *(at(salvage, seat, what) for _ in range(n)))


def _opponent_choice(key: str) -> HandEffect:
    """Choose an opponent."""
    return lambda s, seat: push_choice(s, key, seat)


def _opponents_with(kind: str) -> Callable[[BossMonster, int], tuple[int, ...]]:
    """Opponents who hold cards of a kind; a seat is encoded as −1 − seat."""
    return lambda s, seat: tuple(-1 - other for other in opponents_of(s, seat) if hand_cards(s, other, kind))


def jeopardy(s: BossMonster, seat: int) -> BossMonster:
    """Make everybody discard the hand and draw a spell and two rooms."""
    for each in xp_order(s):
        s = discard_from_hand(s, each, hand_cards(s, each))
    return then(s, *(step for each in xp_order(s) for step in (at(draw, each, SPELL, 1), at(draw, each, ROOM, 2))))


# --- effects with a price ----------------------------------------------------------------------------------------

CARD_PRICES = {"witchs_kitchen": ("monster", 1, _draw_effect(SPELL)), "dracolich_lair": ("", 2, _salvage_effect(ROOM))}
"""Rooms of the hand to discard: their symbol if required, how many, and the effect."""


def can_pay(s: BossMonster, seat: int, n: int) -> bool:
    """Whether a hand holds enough rooms, as far as is public; always with hands on the table."""
    return not s.has_virtual_cards or len(hand_cards(s, seat, ROOM)) >= n


def pay_prompt(s: BossMonster, seat: int, key: str) -> Prompt:
    """Ask which rooms are discarded.

    It is asked even if none fits, so that the prompt does not reveal the hand.
    """
    kind, n, _ = CARD_PRICES[key]
    serve = [
        card for card in hand_cards(s, seat, ROOM) if card in room_cards() and kind in ("", room_cards()[card].kind)
    ]
    does = Template(Discarded(seat), (Cards("cards", card_faces(serve), 0, n, "hand"),))
    pays = Choice(Text("{who} discards", who=s.seats[seat]), does, role="usual", seat=seat)
    none = Choice(Text("It is not played after all"), Template(Skipped()), seat=seat)
    title = Text("{card}: which rooms does {who} discard?", card=card_name(key), who=s.seats[seat])
    return Prompt((seat,), title, "BM-47", (pays, none), phase=CARDS_PHASE)


@asks("BM-47", prompt=pay_prompt)
def pay(s: BossMonster, event: Event, seat: int, key: str) -> BossMonster:
    """Apply the effect if the full price was discarded."""
    _, n, does = CARD_PRICES[key]
    if not isinstance(event, Discarded) or len(event.cards) < n:
        return s
    return does(discard_from_hand(s, seat, card_keys(event.cards)), seat)


# --- registry ----------------------------------------------------------------------------------------------------

hand_effects.update(
    golem_factory=_draw_effect(ROOM),
    recycling_center=_draw_effect(ROOM, 2),
    beast_menagerie=_draw_effect(ROOM),
    brainsucker_hive=_draw_effect(SPELL),
    ligers_den=_draw_effect(SPELL),
    soul_harvest=_draw_effect(SPELL, 2),
    dark_laboratory=_draw_and_discard(2),
    cerebellus=_draw_and_discard(3),
    monstrous_monument=_salvage_effect("monster"),
    open_grave=_salvage_effect(ROOM),
    dark_altar=_salvage_effect(""),
    xyzax=_salvage_effect("", 2),
    specters_sanctum=_opponent_choice("specters_sanctum"),
    torture_chamber=_opponent_choice("torture_chamber"),
    succubus_spa=_opponent_choice("succubus_spa"),
    draculord=_opponent_choice("draculord"),
    jeopardy=jeopardy,
    witchs_kitchen=lambda s, seat: then(s, at(pay, seat, "witchs_kitchen")),
    dracolich_lair=lambda s, seat: then(s, at(pay, seat, "dracolich_lair")),
)
effect_choices.update(
    specters_sanctum=EffectChoice(
        _opponents_with(SPELL), lambda s, seat, id: then(s, at(lose, -1 - id, SPELL)), is_mandatory=True
    ),
    torture_chamber=EffectChoice(
        _opponents_with(ROOM), lambda s, seat, id: then(s, at(lose, -1 - id, ROOM)), is_mandatory=True
    ),
    succubus_spa=EffectChoice(
        _opponents_with(""), lambda s, seat, id: then(s, at(rob, seat, -1 - id)), is_mandatory=True
    ),
    draculord=EffectChoice(
        _opponents_with(""), lambda s, seat, id: then(s, at(pick_shown, seat, -1 - id)), is_mandatory=True
    ),
)
