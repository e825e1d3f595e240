"""Facts that may be set by hand (X-06), such as places, forms, cards and the curse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.engine import (
    Adjusted,
    Confirmed,
    Displayable,
    Fact,
    FactSet,
    Number,
    Outcome,
    Prompt,
    Template,
    Text,
    TextLine,
    asks,
    at,
    note,
    then,
)
from rules.engine.overrides import MAX_VALUE, confirmation_prompt, pick_fact
from rules.engine.record import replace, update
from rules.king_of_tokyo.city.cards_in_play import is_copier, is_copyable, put_on_discards, return_copy_tokens, set_held
from rules.king_of_tokyo.city.places import BAY, CITY, leave_tokyo
from rules.king_of_tokyo.effects.card_names import curse_name, held_name, tile_name
from rules.king_of_tokyo.effects.registry import SourceKind
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES
from rules.king_of_tokyo.model.card_catalogue import copies_in_deck, printed_power_cards
from rules.king_of_tokyo.model.state import NOBODY, Held, Monster, Tokyo, find_held, set_monster, set_turn_state
from rules.king_of_tokyo.model.texts import load_data
from rules.king_of_tokyo.shop.reveal import NO_CARD, SHOP_SLOTS, cards_face_up, edition, is_shop_followed, shop_with
from rules.king_of_tokyo.variants.tower import LEVEL_NAMES

from .figures import figure_name, free_figures
from .overrides import confirm_zero_hearts

OUTSIDE = "outside"
"""Value of the place of a monster that is not in Tokyo."""
PLACE_NAMES = {OUTSIDE: Text("outside Tokyo"), CITY: Text("Tokyo City"), BAY: Text("Tokyo Bay")}
"""Names of the places, by the values of the fact."""
ON, OFF = "on", "off"
FORMS = {OFF: Text("biped"), ON: Text("beast")}
MOODS = {OFF: Text("no"), ON: Text("yes")}
TOKENS = ("poison", "shrink")
"""Tokens that are no trackers while a monster has none."""
MAX_NAME_LENGTH = 40
"""Maximum length of the name of a card that is in no list."""


def facts(s: Tokyo) -> tuple[Fact, ...]:
    """Return every fact that may be set by hand."""
    return (*_of_monsters(s), *_of_cards(s), *_of_table(s))


# --- monsters ----------------------------------------------------------------------------------------------------


def _of_monsters(s: Tokyo) -> Iterator[Fact]:
    for seat in s.seats_in_game:
        monster, key = s.monsters[seat], f"seat.{seat}"
        own = ((monster.figure, figure_name(monster.figure)),) if monster.figure else ()
        yield pick_fact(f"{key}.figure", Text("monster"), monster.figure, (*own, *free_figures(s)), seat)
        yield pick_fact(f"{key}.place", Text("place"), _place(s, seat), _place_options(s), seat)
        if s.has_variant("berserk") or monster.berserk:
            yield pick_fact(f"{key}.berserk", Text("Berserk"), _on_off(monster.berserk), MOODS.items(), seat)
        if s.has_variant("transformation") or monster.beast:
            yield pick_fact(f"{key}.form", Text("form"), _on_off(monster.beast), FORMS.items(), seat)
        yield from _tokens(monster, seat)
        yield pick_fact(f"{key}.card", Text("one more card"), "", _card_options(s), seat)
        line = TextLine("value", MAX_NAME_LENGTH, (), Text("Name"))
        yield Fact(Text("one more card that is in no list"), "", Template(FactSet(f"{key}.named_card"), (line,)), seat)
        if s.has_variant("wickedness"):
            yield pick_fact(f"{key}.tile", Text("one more tile"), "", _tile_options(s), seat)


def _place(s: Tokyo, seat: int) -> str:
    return CITY if s.city == seat else BAY if s.bay == seat else OUTSIDE


def _place_options(s: Tokyo) -> Iterator[tuple[str, Text]]:
    has_bay = len(s.seats) > 4 or s.bay != NOBODY
    return ((place, name) for place, name in PLACE_NAMES.items() if place != BAY or has_bay)


def _on_off(value: bool) -> str:
    return ON if value else OFF


def _tokens(monster: Monster, seat: int) -> Iterator[Fact]:
    """Yield the tokens that the monster has none of; they are numbers, set as any tracker is."""
    return (_zero(f"seat.{seat}.{what}", what, seat) for what in TOKENS if not getattr(monster, what))


def _zero(key: str, what: str, seat: int) -> Fact:
    """Return a number that is no tracker while it is 0 as a fact."""
    hole = Number("by", 0, MAX_VALUE, 1, NUMBER_NAMES[what])
    return Fact(NUMBER_NAMES[what], 0, Template(Adjusted(key, 0), (hole,)), seat)


def _card_options(s: Tokyo) -> Iterator[tuple[str, Displayable]]:
    """The cards of the deck that stay in front of a monster."""
    for id in copies_in_deck(edition(s), s.has_variant("costumes")):
        card = printed_power_cards()[id]
        if card.is_permanent:
            yield id, card.name


def _tile_options(s: Tokyo) -> Iterator[tuple[str, Displayable]]:
    owned = {tile.card for monster in s.monsters for tile in monster.tiles}
    return ((id, tile_name(id)) for id in load_data("tiles") if id not in owned)


# --- cards and tiles ---------------------------------------------------------------------------------------------


def _of_cards(s: Tokyo) -> Iterator[Fact]:
    for seat in s.seats_in_game:
        for held in s.monsters[seat].cards:
            yield from _of_held(s, seat, "card", held, Text("the discards"))
            if not held.counters:
                yield _zero(f"held.{held.id}.counters", "counters", seat)
        for held in s.monsters[seat].tiles:
            yield from _of_held(s, seat, "tile", held, Text("out of the game"))


def _of_held(s: Tokyo, seat: int, kind: SourceKind, held: Held, nowhere: Text) -> Iterator[Fact]:
    yield pick_fact(f"held.{held.id}.owner", Text("in front of"), seat, (*_seat_options(s), (NOBODY, nowhere)), seat)
    if is_copier(kind, held):
        options = ((0, Text("nothing")), *_copy_options(s, held))
        yield pick_fact(f"held.{held.id}.copies", Text("copies"), held.copies, options, seat)


def _seat_options(s: Tokyo) -> Iterator[tuple[int, str]]:
    return ((seat, s.seats[seat]) for seat in s.seats_in_game)


def _copy_options(s: Tokyo, own: Held) -> Iterator[tuple[int, Displayable]]:
    for seat in s.seats_in_game:
        for held in s.monsters[seat].cards:
            if is_copyable(held) and held.id != own.id:
                yield held.id, Text("{card} of {who}", card=held_name(held), who=s.seats[seat])


# --- the table ---------------------------------------------------------------------------------------------------


def _of_table(s: Tokyo) -> Iterator[Fact]:
    if s.has_variant("curses"):
        curses = ((id, curse_name(id)) for id in load_data("curses"))
        yield pick_fact("table.curse", Text("curse"), s.curse, curses)
        yield pick_fact("table.scarab", Text("golden scarab"), s.scarab, _owner_options(s))
    if s.has_variant("tower"):
        for k, owner in enumerate(s.tower):
            yield pick_fact(f"tower.{k}.owner", Text("Tower, level {n}", n=k + 1), owner, _owner_options(s))
    if is_shop_followed(s):
        cards: tuple[tuple[str, Displayable], ...] = tuple((id, printed_power_cards()[id].name) for id in _deck(s))
        for k, id in enumerate(cards_face_up(s)):
            options = (("", Text("a card without a name")), (NO_CARD, Text("no card")), *cards)
            yield pick_fact(f"shop.{k}.card", Text("Shop, card {n}", n=k + 1), id, options)


def _deck(s: Tokyo) -> tuple[str, ...]:
    return tuple(copies_in_deck(edition(s), s.has_variant("costumes")))


def _owner_options(s: Tokyo) -> tuple[tuple[int, Displayable], ...]:
    return (*_seat_options(s), (NOBODY, Text("nobody")))


# --- setting a fact ----------------------------------------------------------------------------------------------


def set_fact(s: Tokyo, event: FactSet) -> Tokyo:
    """Set a fact by hand; no effect acts, since it corrects what the app believed."""
    kind, _, rest = event.key.partition(".")
    value: Any = event.value
    match kind, *rest.split("."):
        case "seat", number, what:
            return _set_of_monster(s, int(number), what, value)
        case "held", number, "owner":
            return _move_held(s, int(number), value)
        case "held", number, "copies":
            return set_held(s, int(number), copies=value)
        case "tower", number, _:
            return _set_tower(s, int(number), value)
        case "shop", number, _:
            return replace(s, shop=shop_with(s, int(number), value)[:SHOP_SLOTS])
        case "table", "curse":
            gone = tuple(id for id in s.curses_gone if id != value)
            return set_turn_state(replace(s, curse=value, curses_gone=gone), cancelled=False)
    return replace(s, scarab=value)


def _set_of_monster(s: Tokyo, seat: int, what: str, value: str) -> Tokyo:
    match what:
        case "figure":
            return set_monster(s, seat, figure=value)
        case "place":
            return _move(s, seat, value)
        case "berserk":
            return set_monster(s, seat, berserk=value == ON)
        case "form":
            return set_monster(s, seat, beast=value == ON)
        case "tile":
            return _lay(s, seat, "tiles", Held(s.numbered + 1, value))
        case "card":
            return _lay(
                s, seat, "cards", Held(s.numbered + 1, value, cost=printed_power_cards()[value].cost_in(edition(s)))
            )
    return _lay(s, seat, "cards", Held(s.numbered + 1, "", value.strip()))


def _move(s: Tokyo, seat: int, place: str) -> Tokyo:
    """Put a monster into a place; whoever stood there is outside."""
    s = leave_tokyo(s, seat)
    if place == OUTSIDE:
        return s
    other = s.city if place == CITY else s.bay
    if other != NOBODY:
        s = note(s, "X-06", Text("{who} must leave Tokyo", who=s.seats[other]))
    return replace(s, city=seat) if place == CITY else replace(s, bay=seat)


def _lay(s: Tokyo, seat: int, where: str, held: Held) -> Tokyo:
    before: tuple[Held, ...] = getattr(s.monsters[seat], where)
    return update(replace(s, numbered=held.id), "monsters", seat, **{where: (*before, held)})


def _move_held(s: Tokyo, item: int, to: int) -> Tokyo:
    """Move a card or tile to another monster, or out of play, with what lies on it."""
    held = find_held(s, item)
    owner = next((k for k, m in enumerate(s.monsters) if held in (*m.cards, *m.tiles)), NOBODY)
    if held is None or owner == to:
        return s
    where = "cards" if held in s.monsters[owner].cards else "tiles"
    kept = tuple(one for one in getattr(s.monsters[owner], where) if one.id != item)
    s = update(s, "monsters", owner, **{where: kept})
    if to != NOBODY:
        s = update(s, "monsters", to, **{where: (*getattr(s.monsters[to], where), held)})
    elif where == "cards":
        s = put_on_discards(return_copy_tokens(s, item), held.card)
    return confirm_zero_hearts(s, owner)


def _set_tower(s: Tokyo, level: int, owner: int) -> Tokyo:
    bottom, middle, top = (owner if k == level else other for k, other in enumerate(s.tower))
    s = replace(s, tower=(bottom, middle, top))
    is_top = level == len(LEVEL_NAMES) - 1 and owner != NOBODY and s.depth != "numbers"
    return then(s, at(confirm_top, owner)) if is_top else s


def top_prompt(s: Tokyo, seat: int) -> Prompt:
    """Ask whether a monster took the top of the tower in play."""
    title = Text("{who} has the top of the tower. Really taken?", who=s.seats[seat])
    return confirmation_prompt(s.every_seat, title, "KT-44")


@asks("KT-44", prompt=top_prompt)
def confirm_top(s: Tokyo, event: Confirmed, seat: int) -> Tokyo:
    """End the game if the top was taken in play; otherwise it is only a correction."""
    return replace(s, outcome=Outcome((seat,), "KT-44")) if event.played else s
