"""Why an answer of King of Tokyo is refused: the rule behind it."""

from __future__ import annotations

from rules.engine import Displayable, Event, Refused, Rolled, Text
from rules.king_of_tokyo.city.cards_in_play import card_name
from rules.king_of_tokyo.effects.card_names import effect_name, tile_name
from rules.king_of_tokyo.effects.registry import SourceKind, TokyoCase, TokyoEffect, effects
from rules.king_of_tokyo.effects.standing import can_pay
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.events import (
    Began,
    Bought,
    ByThrows,
    Claimed,
    Copied,
    CountedSmashes,
    CurseTurned,
    Divided,
    Dressed,
    Kept,
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
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.model.texts import load_data
from rules.king_of_tokyo.rolling.roll import throws_in_turn
from rules.king_of_tokyo.shop.reveal import cards_face_up
from rules.king_of_tokyo.shop.shop import SWEEP_COST, bought_card, price

EFFECT_RULES: dict[SourceKind, str] = {"variant": "KT-52", "card": "KT-26", "tile": "KT-54", "curse": "KT-45"}
"""Rule of an effect that forbids something, by what it comes from."""


def refusal_for(s: Tokyo, event: Event) -> Refused | None:
    """The rule behind an answer that was not offered; None if the prompt's own fits best."""
    seat = getattr(event, "seat", -1)
    if seat in range(len(s.seats)) and s.monsters[seat].out:
        return Refused("KT-14", Text("{who} is eliminated.", who=s.seats[seat]))
    asked = s.agenda[0].name.partition(".")[2] if s.agenda else ""
    match event:
        case Rolled() if s.phase != "setup" or asked == "throw_for_start":
            return _roll(s, asked)
        case PutAside() if s.now.by_throws and asked == "throw" and throws_in_turn(s) - s.now.thrown > 1:
            return Refused("KT-04", Text("The dice that are rerolled are told too."))
        case Kept() | PutAside() | Stopped() | ByThrows():
            return _dice(s, asked)
        case Bought():
            return _purchase(s, asked, event)
        case Swept():
            return _sweep(s, asked)
        case Used() | UsedAside():
            return _effect(s, event)
        case Yielded():
            return _yield(s)
    return _laid_out(s, asked, event)


# --- dice --------------------------------------------------------------------------------------------------------


def _roll(s: Tokyo, asked: str) -> Refused:
    if asked == "throw" and s.now.thrown >= throws_in_turn(s):
        return Refused("KT-03", Text("There are no rolls left."))
    if asked == "throw" and s.now.thrown:
        return Refused("KT-04", Text("Only the dice that were not kept are rerolled."))
    if asked == "throw":
        return Refused("KT-04", Text("First all dice are rolled."))
    return Refused("KT-06", Text("That is not the roll that was asked for."))


def _dice(s: Tokyo, asked: str) -> Refused:
    if asked == "throw" and not s.now.thrown:
        return Refused("KT-04", Text("First all dice are rolled."))
    return Refused("KT-03", Text("The rolls of this turn are over."))


def _yield(s: Tokyo) -> Refused:
    hurt = {victim for _, victim in s.now.harmed} & set(s.seats_in_tokyo)
    if hurt - set(s.now.smashed):
        return Refused("KT-17", Text("Hearts lost to a card do not allow yielding."))
    return Refused("KT-13", Text("Only a monster that was just hit in Tokyo may yield."))


# --- the shop ----------------------------------------------------------------------------------------------------


def _purchase(s: Tokyo, asked: str, event: Bought) -> Refused:
    if asked not in ("buy", "snatch") or event.seat not in range(len(s.seats)):
        return Refused("KT-22", Text("A card is bought in its step of the turn, by whoever has the energy."))
    is_in_shop = event.place < len(cards_face_up(s))
    card = bought_card(s, event) if is_in_shop else None
    forbidding = _forbidding(s, event.seat, card.id if card else "")
    if forbidding is not None:
        return forbidding
    if asked == "buy" and event.seat != s.active:
        return Refused("KT-22", Text("It is {who} who buys now.", who=s.seats[s.active]))
    if card is None or (event.place >= 0 and (event.cards and cards_face_up(s)[event.place])):
        return Refused("KT-22", Text("That card is not for sale there."))
    printed_card = printed_power_cards().get(card.id)
    if printed_card and printed_card.is_outside_tokyo_only and event.seat in s.seats_in_tokyo:
        return Refused("KT-26", Text("{card} cannot be bought in Tokyo.", card=card_name(card)))
    if not can_pay(s, event.seat, price(s, event.seat, card)):
        return Refused("KT-22", Text("{card} costs more energy than there is.", card=card_name(card)))
    return Refused("KT-22", Text("That card is not for sale there."))


def _forbidding(s: Tokyo, seat: int, card: str = "") -> Refused | None:
    parts = effects.breakdown(s, "may_buy", TokyoCase(seat, card=card), 1).parts
    source = next((source for source, by in parts if by < 0), None)
    if source is None:
        return None
    return Refused(EFFECT_RULES[source.kind], _why_nothing_is_bought(s, seat, source))


def _why_nothing_is_bought(s: Tokyo, seat: int, source: TokyoEffect) -> Text:
    if source.kind == "variant":
        return Text("A beast cannot buy power cards.")
    what: Displayable = effect_name(source)
    return Text("{what}: {who} cannot buy power cards.", what=what, who=s.seats[seat])


def _sweep(s: Tokyo, asked: str) -> Refused:
    if asked != "buy":
        return Refused("KT-24", Text("The shop is swept while cards are bought."))
    return Refused("KT-24", Text("Sweeping the shop costs {n} energy.", n=SWEEP_COST))


# --- effects -----------------------------------------------------------------------------------------------------


def _effect(s: Tokyo, event: Used | UsedAside) -> Refused:
    kind, _, name = event.key.partition(".")
    match kind, name:
        case "variant", "transformation":
            return _form(s, event)
        case "variant", "cultists":
            return Refused("KT-41", Text("There is no cultist to discard."))
        case "variant", "costumes":
            return Refused("KT-38", Text("That costume cannot be taken now."))
        case "tile", _:
            return Refused("KT-54", Text("That tile has nothing to use now."))
        case "curse", _:
            return Refused("KT-47", Text("The die of fate does not ask for that."))
    return Refused("KT-26", Text("Nobody has that to use now."))


def _form(s: Tokyo, event: Used | UsedAside) -> Refused:
    if event.die >= 0:
        if event.seat in range(len(s.seats)) and s.monsters[event.seat].beast:
            return Refused("KT-52", Text("A beast rerolls one die, once a turn."))
        return Refused("KT-52", Text("Only a beast rerolls a die."))
    if s.now.formed:
        return Refused("KT-51", Text("The form changes once a turn, and before buying."))
    return Refused("KT-51", Text("The form changes before buying, for 1 energy."))


# --- everything else ---------------------------------------------------------------------------------------------


def _laid_out(s: Tokyo, asked: str, event: Event) -> Refused | None:
    match event:
        case TookTile(tile):
            return _tile(s, asked, tile)
        case CurseTurned() if asked == "turn_curse":
            return Refused("KT-45", Text("That curse lies there already, or has been replaced."))
        case CurseTurned():
            return Refused("KT-47", Text("Only the eye of the die of fate replaces the curse."))
        case Dressed() if asked == "dress":
            return Refused("KT-37", Text("Each monster chooses one costume, which nobody else wears."))
        case Dressed():
            return Refused("KT-37", Text("Costumes are chosen before the first turn."))
        case Claimed():
            return Refused("KT-42", Text("A level of the tower takes four 1s in Tokyo."))
        case Divided():
            return Refused("KT-34", Text("Only heart dice outside Tokyo remove tokens."))
        case Copied():
            return Refused("KT-33", Text("Mimic copies a keep card that lies in front of a monster."))
        case Swapped():
            return Refused("KT-26", Text("That card cannot be swapped now."))
        case TurnedUp():
            return Refused("KT-23", Text("No card is turned up there now."))
        case Began() | CountedSmashes():
            return Refused("KT-16", Text("Who begins has been settled."))
        case Resolved() if s.ruling("KT-A3") != "free":
            return Refused("KT-A3", Text("The dice are resolved in a fixed order."))
        case Resolved():
            return Refused("KT-06", Text("Those dice have been resolved, or there are none."))
    return None


def _tile(s: Tokyo, asked: str, tile: str) -> Refused:
    if asked != "choose_tile":
        return Refused("KT-54", Text("A tile is chosen on reaching 3, 6 or 10 wickedness."))
    if tile not in load_data("tiles"):
        return Refused("KT-54", Text("There is no such tile."))
    return Refused("KT-54", Text("{tile} is not among the free tiles of that level.", tile=tile_name(tile)))
