"""Set-up before the first turn (FS-01 … FS-10) and the mini-draft of two players (FS-118)."""

from __future__ import annotations

from rules.engine import (
    Choice,
    Dice,
    Event,
    Name,
    Number,
    Option,
    Pick,
    Prompt,
    Refused,
    Rolled,
    Step,
    Template,
    Text,
    TextLine,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace
from rules.four_souls.board.bonus_souls import BONUS_SOUL_CONDITIONS
from rules.four_souls.board.item_gain import add_item, gain_treasure, starting_item_id
from rules.four_souls.board.purchase import stock
from rules.four_souls.board.rooms import open_rooms
from rules.four_souls.board.slots import reveal
from rules.four_souls.model.catalogue import RULEBOOK, characters, find_character
from rules.four_souls.model.events import Began, Brought, Chose, Drafted, Measured
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import ItemCard, item_cards, make_item
from rules.four_souls.model.state import START_CENTS, START_LOOT, START_SLOTS, FourSouls, Player, SoulCard, set_player
from rules.four_souls.vocabulary.card_names import card_name, character_name, join_texts, owned_name
from rules.four_souls.vocabulary.card_sets import offered_characters, treasure_names
from rules.four_souls.vocabulary.effect_templates import name_choices
from rules.four_souls.vocabulary.monster_triggers import cards_left_out
from rules.four_souls.vocabulary.shop import is_shop_followed
from rules.four_souls.vocabulary.state_changes import gain_soul, number_changes

from .turn import TURN_STEPS

DRAFT_ROUNDS = 2


def draft_steps(s: FourSouls) -> tuple[Step, ...]:
    """Return the rounds of the draft if the table plays it; the first pick alternates."""
    if s.ruling("mode", "normal") != "draft":
        return ()
    return tuple(at(draft, (s.active + k) % len(s.seats)) for k in range(DRAFT_ROUNDS))


def draft_prompt(s: FourSouls, picker: int) -> Prompt:
    """Ask for the treasures that both took; their names are optional."""
    second = (picker + 1) % len(s.seats)
    title = Text(
        "Three treasures face up: {first} takes one, then {second}", first=s.seats[picker], second=s.seats[second]
    )
    plain = Choice(Text("Both have taken one"), Template(Drafted()), Text("The third goes under the deck"), "default")
    lines = (_line(s, "first", picker), _line(s, "second", second))
    named = Choice(Text("Their names"), Template(Drafted(), lines))
    return Prompt((picker, second), title, "FS-118", (plain, named), phase=Text("Set-up"))


def _line(s: FourSouls, name: str, seat: int) -> TextLine:
    return TextLine(name, label=Text("{who}'s treasure", who=s.seats[seat]))


@asks("FS-118", prompt=draft_prompt)
def draft(s: FourSouls, event: Drafted, picker: int) -> FourSouls:
    """Give each player one treasure; the third goes under the deck."""
    for seat, name in ((picker, event.first), ((picker + 1) % len(s.seats), event.second)):
        s = gain_treasure(s, "FS-118", seat, 1, name)
    task = Text("put the third treasure under the treasure deck")
    return note(s, "FS-118", Text("The third treasure goes under the deck"), seat=picker, task=task)


@carries("FS-01")
def new_game(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> FourSouls:
    """Start a game of two to four players.

    Raises ``Refused`` for any other number, or if the mode does not fit it.
    """
    if not 2 <= len(seats) <= 4:
        raise Refused("FS-01", Text("Two to four players can play."))
    refused = mode_refusal(dict(rulings).get("mode", "normal"), len(seats))
    if refused:
        raise refused
    start = FourSouls(seats=seats, players=(Player(),) * len(seats), rulings=rulings)
    return then(start, shuffle_decks, open_shop, open_rooms, bonus_souls, choose_characters, open_points, who_begins)


@carries("FS-118", "FS-119")
def mode_refusal(mode: str, seats: int) -> Refused | None:
    """Return the refusal of a game mode for that number of seats, if any.

    The draft is for two players; a solo game has two characters, so two seats.
    """
    if mode == "draft" and seats != 2:
        return Refused("FS-118", Text("The draft is for two players."))
    if mode == "solo" and seats != 2:
        return Refused("FS-119", Text("Alone you play two characters: two seats."))
    return None


@auto("FS-03")
def shuffle_decks(s: FourSouls) -> FourSouls:
    """Note that the three decks are shuffled, without the cards for more players."""
    names = [card_name(card) for card in cards_left_out(s)]
    if names:
        text = Text("Shuffle the monsters (without {cards}), the loot and the treasures", cards=join_texts(names))
        return note(s, "FS-03", text, switch="FS-A32", task=text)
    text = Text("Shuffle the monsters, the loot and the treasures")
    return note(s, "FS-03", text, task=text)


@auto("FS-04")
def open_shop(s: FourSouls) -> FourSouls:
    """Put two treasures face up into the shop."""
    text = Text("Two treasures face up: the shop")
    s = note(s, "FS-04", text, switch="follow.shop", task=text)
    return then(s, *(at(stock, slot) for slot in range(START_SLOTS))) if is_shop_followed(s) else s


@auto("FS-06")
def bonus_souls(s: FourSouls) -> FourSouls:
    """Put the bonus souls beside the table, if the table plays with them."""
    if s.ruling("bonus_souls", "off") == "off":
        return s
    text = Text("The bonus souls face up beside the table")
    return note(replace(s, bonus=tuple(BONUS_SOUL_CONDITIONS)), "FS-06", text, switch="bonus_souls", task=text)


def characters_prompt(s: FourSouls) -> Prompt:
    """Ask for each player's character, in any order.

    One of the sets on the table, or a typed name.
    """
    left = tuple(seat for seat, player in enumerate(s.players) if not player.character)
    taken = tuple(player.character for player in s.players)
    free = tuple(Option(c.id, c.name) for c in offered_characters(s) if c.id not in taken)
    choices = (choice for seat in left for choice in _character_choices(s, seat, free, ("", *taken, *characters())))
    return Prompt(left, Text("Turn up a character each: who are you?"), "FS-07", tuple(choices), phase=Text("Set-up"))


def _character_choices(
    s: FourSouls, seat: int, free: tuple[Option, ...], taken: tuple[str, ...]
) -> tuple[Choice, Choice]:
    listed = Template(Chose(seat, ""), (Pick("character", free),))
    typed = Template(Chose(seat, ""), (TextLine("character", label=Text("Name"), taken=tuple(dict.fromkeys(taken))),))
    return (
        Choice(Text("{who}", who=s.seats[seat]), listed, role="default", seat=seat),
        Choice(Text("Another character"), typed, role="option", seat=seat, kind="typed"),
    )


@asks("FS-07", "FS-08", "FS-09", "FS-22", prompt=characters_prompt, simultaneous=True)
def choose_characters(s: FourSouls, event: Chose) -> FourSouls:
    """Lay out a character sideways and its item upright, with three cents and three loot cards."""
    card, before = find_character(event.character), s.players[event.seat]
    s = set_player(
        s,
        event.seat,
        character=card.id,
        life=card.hp,
        full=card.hp,
        attack=card.attack,
    )
    who, name, item = s.seats[event.seat], character_name(s.players[event.seat]), item_cards().get(card.item)
    printed = number_changes(s, event.seat, before, ("life", "attack"))
    s = note(s, "FS-08", _setup_text(who, name, item.name if item else None), other_changes=printed)
    text = Text("{who} starts with {cents}¢ and {loot} loot cards", who=who, cents=START_CENTS, loot=START_LOOT)
    task = Text(
        "lay your character sideways and take {cents}¢ and {loot} loot cards", cents=START_CENTS, loot=START_LOOT
    )
    s = note(s, "FS-09", text, seat=event.seat, task=task)  # what has changed hands since then stays where it is
    if item is not None:
        s = add_item(s, event.seat, _starting_item(s, event.seat, item))
    if card.souls:
        s = gain_soul(s, "FS-111", event.seat, SoulCard(card.name.en, card.souls))
    return s if all(player.character for player in s.players) else then(s, choose_characters)


def _starting_item(s: FourSouls, seat: int, card: ItemCard) -> Owned:
    return replace(card.owned, id=starting_item_id(seat), eternal=True)


def _setup_text(who: str, character: Name | str, item: Name | None) -> Text:
    if item is None:
        return Text("{who} plays {character} (sideways)", who=who, character=character)
    return Text("{who} plays {character} (sideways), with {item} upright", who=who, character=character, item=item)


# --- open points of the catalogue --------------------------------------------------------------------------------


@auto("FS-07")
def open_points(s: FourSouls) -> FourSouls:
    """Ask once for what our sources do not say about the characters."""
    steps = {"item": bring_item, "numbers": measure}
    asked = ((seat, find_character(player.character).open_point) for seat, player in enumerate(s.players))
    return then(s, *(at(steps[what], seat) for seat, what in asked if what))


def item_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask which starting item a player chose."""
    title = Text("{who}: which starting item?", who=s.seats[seat])
    return Prompt((seat,), title, "FS-07", name_choices(Brought(seat), treasure_names(s)), phase=Text("Set-up"))


@asks("FS-07", "FS-22", prompt=item_prompt)
def bring_item(s: FourSouls, event: Brought, seat: int) -> FourSouls:
    """Add the chosen starting item as eternal; without a name it is not tracked any further."""
    if not event.name:
        return s
    item = replace(make_item(event.name), id=starting_item_id(seat), eternal=True)
    s = note(s, "FS-22", Text("{item} is eternal", item=owned_name(item)))
    return add_item(s, seat, item)


def numbers_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask for a character's life and attack."""
    player = s.players[seat]
    name, life, attack = character_name(player), player.life, player.attack
    usual = Text("{life} life, {attack} attack", life=life, attack=attack)
    holes = (Number("life", 1, 9, life, Text("life")), Number("attack", 0, 9, attack, Text("attack")))
    choices = (
        Choice(usual, Template(Measured(seat, life, attack)), role="default"),
        Choice(Text("Other numbers"), Template(Measured(seat, life, attack), holes)),
    )
    return Prompt(
        (seat,), Text("{character}: life and attack?", character=name), "FS-07", choices, phase=Text("Set-up")
    )


@asks("FS-07", prompt=numbers_prompt)
def measure(s: FourSouls, event: Measured, seat: int) -> FourSouls:
    """Set the player's life and attack."""
    before = s.players[seat]
    s = set_player(s, seat, life=event.life, full=event.life, before=event.life, attack=event.attack)
    moved = number_changes(s, seat, before, ("life", "attack"))
    text = Text("{who}: {life} life, {attack} attack", who=s.seats[seat], life=event.life, attack=event.attack)
    return note(s, "FS-07", text, other_changes=moved) if moved else s


# --- first player ------------------------------------------------------------------------------------------------


@auto("FS-10")
def who_begins(s: FourSouls) -> FourSouls:
    """Determine who begins: whose character says so, else the saddest player or the lowest roll.

    In a solo game the first character begins (FS-119).
    """
    beginners = {key for key, character in characters().items() if character.begins}
    first = next((seat for seat, player in enumerate(s.players) if player.character in beginners), None)
    if first is None and not s.is_solo:
        return then(s, at(saddest))
    return begin_game(s, first or 0)


def saddest_prompt(s: FourSouls, *tied: int) -> Prompt:
    """Ask for the saddest player, or for a die each."""
    seats = tied or tuple(range(len(s.seats)))
    seat_choices = tuple(
        Choice(Text("{who}", who=s.seats[k]), Template(Began(k)), role="default", seat=k) for k in seats
    )
    dice = Choice(Text("One die each, from left to right"), Template(Rolled(()), (Dice("faces", len(seats)),)))
    if not tied:
        title = Text("Who is the saddest? They begin. Or roll: the lowest begins.")
        return Prompt(s.every_seat, title, "FS-10", (*seat_choices, dice), phase=Text("Set-up"))
    if s.ruling("FS-A9") == "table":
        return Prompt(s.every_seat, Text("A tie: who begins?"), "FS-10", seat_choices, phase=Text("Set-up"))
    again = replace(dice, role="default")
    return Prompt(s.every_seat, Text("A tie: who rolls lowest?"), "FS-10", (again,), phase=Text("Set-up"))


@asks("FS-10", prompt=saddest_prompt)
def saddest(s: FourSouls, event: Event, *tied: int) -> FourSouls:
    """Start with the saddest player or the lowest roll.

    A tie is decided by the table or by new rolls (FS-A9).
    """
    match event:
        case Began(seat):
            return begin_game(s, seat)
        case Rolled(faces):
            seats = tied or tuple(range(len(s.seats)))
            lowest = tuple(seat for seat, face in zip(seats, faces, strict=True) if face == min(faces))
            if len(lowest) == 1:
                return begin_game(s, lowest[0])
            return then(RULEBOOK.note_ruling(s, "FS-A9", "FS-10"), at(saddest, *lowest))
    raise TypeError(event)


@carries("FS-05", "FS-10")
def begin_game(s: FourSouls, seat: int) -> FourSouls:
    """Make that seat the first active player, fill the monster slots and start the first turn."""
    s = note(replace(s, active=seat, first=seat), "FS-10", Text("{who} begins", who=s.seats[seat]))
    return then(s, *(at(reveal, slot, "setup") for slot in range(START_SLOTS)), *draft_steps(s), *TURN_STEPS)
