"""Log texts of events."""

from __future__ import annotations

from rules.engine import Confirmed, Event, Rolled, Text, TurnPassed
from rules.engine.overrides import describe_confirmation
from rules.king_of_tokyo.city.cards_in_play import card_name
from rules.king_of_tokyo.effects.card_names import curse_name, effect_key_name, held_name, tile_name
from rules.king_of_tokyo.model.dice import BERSERK_DIE, FATE_DIE, SMASH, TOKYO_DIE, count_faces, describe_roll
from rules.king_of_tokyo.model.events import (
    Began,
    Bought,
    Braced,
    ByThrows,
    Chose,
    Claimed,
    Copied,
    CountedSmashes,
    CurseTurned,
    Declined,
    DiceStand,
    Divided,
    DoneBuying,
    Dressed,
    Kept,
    MonstersWanted,
    PutAside,
    Resolved,
    Stopped,
    Swapped,
    Swept,
    TookTile,
    TurnedUp,
    Used,
    UsedAside,
    Yielded,
)
from rules.king_of_tokyo.model.state import NOBODY, Tokyo, find_held
from rules.king_of_tokyo.rolling.resolve import GROUP_NAMES
from rules.king_of_tokyo.shop.shop import bought_card

from .figures import figure_name
from .setup import thrower

DIE_BY_STEP = {"king_of_tokyo.throw_fate": FATE_DIE, "king_of_tokyo.throw_berserk": BERSERK_DIE}
"""Dice other than the six, by the step that asks for them."""
STARTING_STEP = "king_of_tokyo.throw_for_start"
"""The step in which the dice say who begins."""
BUYING_STEP = "king_of_tokyo.buy"
"""The step in which the active monster buys, one card after the other."""
TOP_STEP = "king_of_tokyo.confirm_top"
"""The step that asks whether the top of the tower was taken in play."""
DECLINED_TEXTS = {
    "king_of_tokyo.choose_figures": Text("Monsters without names"),
    "king_of_tokyo.steal": Text("No costume"),
    "king_of_tokyo.choose_tile": Text("No tile"),
}
"""What it means that nothing is chosen, by the step that asks."""


def describe(s: Tokyo, event: Event) -> Text:
    """Describe an event, given the state before it."""
    match event:
        case Rolled(faces) if s.agenda[0].name == STARTING_STEP:
            return _smashes_for_start(s, count_faces(faces)[SMASH])
        case Rolled(faces):
            kind = DIE_BY_STEP.get(s.agenda[0].name, TOKYO_DIE)
            return Text("Rolled: {faces}", faces=describe_roll(faces, kind))
        case ByThrows():
            return Text("Roll by roll")
        case Kept(die):
            return _kept(s, die)
        case PutAside(faces):
            return Text("Kept: {faces}; the others are rerolled", faces=describe_roll(faces))
        case Stopped() if s.now.faces:
            return Text("Stops here")
        case Stopped() | DiceStand():
            return Text("They count as they lie") if s.now.faces else Text("On it goes")
        case Resolved(what):
            return Text("Next: {what}", what=GROUP_NAMES[what])
        case Divided(poison, shrink):
            return Text("Hearts against {n} tokens", n=poison + shrink)
        case Braced():
            return Text("The hearts are lost")
        case Yielded(yields):
            return Text("Tokyo is yielded") if yields else Text("It stays in Tokyo")
        case Used(seat, key) | UsedAside(seat, key):
            return Text("{who} uses {what}", who=s.seats[seat], what=effect_key_name(key))
    return _with_cards(s, event)


def _with_cards(s: Tokyo, event: Event) -> Text:
    match event:
        case Bought(seat):
            card = bought_card(s, event)
            return Text("{who} buys {card}", who=s.seats[seat], card=card_name(card) if card else Text("a card"))
        case Swept():
            return Text("{who} sweeps the shop", who=s.seats[s.active])
        case TurnedUp(_, cards):
            name = card_name(cards[0]) if cards else Text("a card")
            return Text("Turned up: {card}", card=name)
        case Copied(item) | Swapped(item):
            held = find_held(s, item)
            return Text("Chosen: {card}", card=held_name(held) if held else Text("a card"))
        case DoneBuying():
            who, is_over = s.seats[s.active], s.agenda[0].name == BUYING_STEP
            return Text("{who} is done buying", who=who) if is_over else Text("{who} leaves it", who=who)
    return _laid_out(s, event)


def _kept(s: Tokyo, die: int) -> Text:
    dice = s.now.aside if s.is_partly_told else s.now.faces
    face = TOKYO_DIE.faces[dice[die] - 1].name if die < len(dice) else Text("a die")
    is_taken_back = s.is_partly_told or die in s.now.kept
    return Text("Taken back: {face}", face=face) if is_taken_back else Text("Kept: {face}", face=face)


def _laid_out(s: Tokyo, event: Event) -> Text:
    match event:
        case Began(seat) if seat == NOBODY:
            return Text("The dice say who begins")
        case CountedSmashes(count):
            return _smashes_for_start(s, count)
        case Began(seat):
            return Text("{who} begins", who=s.seats[seat])
        case MonstersWanted():
            return Text("Everybody chooses a monster")
        case Chose(seat, monster):
            return Text("{who} is {monster}", who=s.seats[seat], monster=figure_name(monster))
        case TookTile(tile):
            return Text("Wickedness: {tile}", tile=tile_name(tile))
        case CurseTurned(curse):
            return Text("The curse: {curse}", curse=curse_name(curse))
        case Dressed(seat, costume):
            return Text("{who} wears {costume}", who=s.seats[seat], costume=effect_key_name(f"card.{costume}"))
        case Claimed(yes):
            return Text("A level of the tower is taken") if yes else Text("The tower is left alone")
        case Declined():
            return DECLINED_TEXTS.get(s.agenda[0].name, Text("Nothing is chosen"))
    return _by_hand(s, event)


def _smashes_for_start(s: Tokyo, count: int) -> Text:
    return Text("{who}: {n} smash", "{who}: {n} smashes", who=s.seats[thrower(s)], n=count)


def _in_question(step: str, who: str) -> Text:
    return Text("the win of {who}", who=who) if step == TOP_STEP else Text("the elimination of {who}", who=who)


def _by_hand(s: Tokyo, event: Event) -> Text:
    match event:
        case Confirmed():
            return describe_confirmation(event, _in_question(s.agenda[0].name, s.seats[int(s.agenda[0].args[0])]))
        case TurnPassed():
            return Text("The turn passes")
    raise TypeError(event)
