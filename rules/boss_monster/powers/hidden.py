"""Effects of cards on virtual hands, decks and discards.

With cards on the table the players carry them out.
"""

from __future__ import annotations

from rules.boss_monster.effects.choices import push_choice
from rules.boss_monster.effects.registry import DungeonEffects, Power, TargetFinder, announce_effect
from rules.boss_monster.hidden.hands import discard, discard_from_hand, lose, pick_shown, rob, salvage
from rules.boss_monster.model.card_catalogue import card_name, card_texts, room_cards
from rules.boss_monster.model.decks import CARDS_PHASE, ROOM, SPELL, card_faces, card_keys, draw, hand_cards
from rules.boss_monster.model.events import Discarded, Skipped
from rules.boss_monster.model.state import BossMonster, Declared, opponents_of, xp_order
from rules.engine import Cards, Choice, Event, Prompt, Template, Text, asks, at, then

EFFECTS = DungeonEffects()


def _draw_effect(kind: str, n: int = 1) -> Power:
    return Power(lambda s, d: then(s, at(draw, d.seat, kind, n)))


def _draw_and_discard(n: int) -> Power:
    return Power(lambda s, d: then(s, at(draw, d.seat, SPELL, n), at(discard, d.seat, SPELL, 1)))


def _salvage_effect(what: str, n: int = 1) -> Power:
    return Power(lambda s, d: then(s, *(at(salvage, d.seat, what) for _ in range(n))))


def _opponents_with(kind: str) -> TargetFinder:
    """Opponents who hold cards of a kind; a seat is encoded as −1 − seat."""
    return lambda s, d: tuple(-1 - other for other in opponents_of(s, d.seat) if hand_cards(s, other, kind))


def jeopardy(s: BossMonster, d: Declared) -> BossMonster:
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
    pays = Choice(Text("{who} discards", who=s.seats[seat]), does, role="default", seat=seat)
    none = Choice(Text("It is not played after all"), Template(Skipped()), seat=seat)
    title = Text("{card}: which rooms does {who} discard?", card=card_name(key), who=s.seats[seat])
    return Prompt((seat,), title, "BM-47", (pays, none), phase=CARDS_PHASE)


@asks("BM-47", prompt=pay_prompt)
def pay(s: BossMonster, event: Event, seat: int, key: str) -> BossMonster:
    """Apply the effect if the full price was discarded."""
    _, n, does = CARD_PRICES[key]
    if not isinstance(event, Discarded) or len(event.cards) < n:
        return s
    return does.effect(discard_from_hand(s, seat, card_keys(event.cards)), Declared(0, seat, key))


# --- registry ----------------------------------------------------------------------------------------------------

ASK_OPPONENT = Power(lambda s, d: push_choice(s, d.key, d.seat))
ASK_PRICE = Power(lambda s, d: then(s, at(pay, d.seat, d.key)))
EFFECTS.powers(
    "hidden",
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
    specters_sanctum=ASK_OPPONENT,
    torture_chamber=ASK_OPPONENT,
    succubus_spa=ASK_OPPONENT,
    draculord=ASK_OPPONENT,
    jeopardy=Power(jeopardy, concerns_all=True),
    witchs_kitchen=ASK_PRICE,
    dracolich_lair=ASK_PRICE,
)
EFFECTS.powers(
    "chosen",
    specters_sanctum=Power(
        lambda s, d: then(s, at(lose, -1 - d.target, SPELL)),
        _opponents_with(SPELL),
        question=Text("who discards a spell?"),
    ),
    torture_chamber=Power(
        lambda s, d: then(s, at(lose, -1 - d.target, ROOM)),
        _opponents_with(ROOM),
        question=Text("who discards a room?"),
    ),
    succubus_spa=Power(
        lambda s, d: then(s, at(rob, d.seat, -1 - d.target)),
        _opponents_with(""),
        question=Text("from whom do you take a card?"),
    ),
    draculord=Power(
        lambda s, d: then(s, at(pick_shown, d.seat, -1 - d.target)),
        _opponents_with(""),
        question=Text("who shows the hand?"),
    ),
)
for _key, _card in card_texts().items():  # the log tells the players at that moment what they carry out
    if _card.announced_at:
        EFFECTS.handler(_card.announced_at, _key)(announce_effect)
