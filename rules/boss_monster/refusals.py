"""Why an answer of Boss Monster is refused: the rule behind it."""

from __future__ import annotations

from rules.boss_monster.effects.registry import effects
from rules.boss_monster.effects.spells import (
    declaration_of,
    is_ability_used,
    is_cancelling,
    is_hero_in_room,
)
from rules.boss_monster.model.card_catalogue import (
    RoomCard,
    boss_cards,
    card_texts,
    hero_card_name,
    hero_deck,
    hero_kind_key,
    room_cards,
)
from rules.boss_monster.model.decks import hand_cards
from rules.boss_monster.model.dungeon import has_free_end, matching_treasures
from rules.boss_monster.model.events import (
    MANUAL_EVENTS,
    Activated,
    Aimed,
    AllPlaced,
    AllWalked,
    Arrived,
    Cast,
    Chose,
    Countered,
    DealtAgain,
    Discarded,
    Handed,
    Laid,
    Lured,
    NamedHero,
    Placed,
    Played,
    Revealed,
    RevealedPlain,
    RoomAdded,
    Skipped,
    Stood,
    Swapped,
    Walked,
)
from rules.boss_monster.model.state import BossMonster, Room
from rules.boss_monster.phases.arrive import keys_of_heroes_there
from rules.boss_monster.phases.build import room_beneath
from rules.engine import Event, Refused, Ruled, Text, carries, prompt

NO_SPELLS = {
    "setup": ("BM-16", Text("No spell or ability is used before the first turn.")),
    "start": ("BM-20", Text("At the start of the turn no spell or ability may be used.")),
    "built": ("BM-24", Text("No spell or ability may be used while the rooms that were built take effect.")),
    "bait": ("BM-28", Text("In the bait phase no spell or ability may be used.")),
    "end": ("BM-35", Text("At the end of the turn no spell or ability may be used.")),
}
"""Rule by which nothing is played in a phase."""


def refusal_for(s: BossMonster, event: Event) -> Refused | None:
    """Return the rule behind an answer that was not offered; None for the prompt's own."""
    match event:
        case Ruled("cards"):
            return Refused("BM-06", Text("With which cards is played is settled before the first of them is dealt."))
        case Cast(seat, spell):
            return _spell_refusal(s, seat, spell)
        case Played(seat, cards):
            return _hand_spell_refusal(s, seat, cards)
        case Activated(room):
            return _ability_refusal(s, room)
        case Placed(room):
            return _placement_refusal(s, room, ())
        case Laid(seat, room, cards):
            return _laying_refusal(s, seat, room, cards)
        case Revealed() | RevealedPlain():
            return _reveal_refusal(s, event)
        case AllPlaced(by):
            return _all_placement_refusal(s, by)
        case Aimed() | Swapped() | Walked() | AllWalked() | Stood() | Countered():
            return _effect_refusal(s, event)
        case Skipped():
            return _decline_refusal(s)
        case _ if isinstance(event, MANUAL_EVENTS):
            return _manual_refusal(s, event)
    return _setup_refusal(s, event)


def _manual_refusal(s: BossMonster, event: Event) -> Refused:
    match event:
        case RoomAdded(seat, 0) if seat in range(len(s.seats)) and not has_free_end(s, seat):
            return Refused("BM-13", Text("Five rooms are visible already: a new one lies on another."))
    return Refused("X-06", Text("That card does not lie there."))


def _step(s: BossMonster) -> str:
    return s.agenda[0].name.partition(".")[2]


# --- spells and abilities ----------------------------------------------------------------------------------------


@carries("BM-20", "BM-28", "BM-35")
def _phase_refusal(s: BossMonster) -> Refused | None:
    """Return the refusal of every spell and ability in this phase; None where they may be used."""
    if s.spell_phase:
        return None
    if s.phase == "build" and s.turn:
        return Refused("BM-24", Text("The rooms are revealed together: nothing is played in between."))
    return Refused(*NO_SPELLS[s.phase if s.turn else "setup"])


def _spell_refusal(s: BossMonster, seat: int, spell: str) -> Refused:
    refused = _phase_refusal(s)
    if refused is not None:
        return refused
    if seat not in s.seats_in_game:
        return Refused("BM-36", Text("Whoever has lost plays no cards."))
    if is_cancelling(spell):
        return Refused("BM-67", Text("A Counterspell answers a spell that has just been declared."))
    card = card_texts().get(spell)
    if card is None or s.phase not in card.phases:
        return Refused("BM-16", Text("The symbol of that spell is not that of this phase."))
    return Refused("BM-51", Text("There is nothing that this spell could be about."))


def _hand_spell_refusal(s: BossMonster, seat: int, cards: tuple[str, ...]) -> Refused:
    refused = _phase_refusal(s)
    if refused is not None:
        return refused
    if seat not in s.seats_in_game:
        return Refused("BM-36", Text("Whoever has lost plays no cards."))
    keys = _keys(cards)
    if len(cards) != 1 or keys[0] not in hand_cards(s, seat, "spell"):
        return Refused("BM-57", Text("That card is not in the hand."))
    return _spell_refusal(s, seat, keys[0])


def _keys(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the card keys of the values of a hole, whatever was filled in."""
    return tuple(value.rpartition(".")[0] if isinstance(value, str) else "" for value in cards)


def _ability_refusal(s: BossMonster, id: int) -> Refused:
    found = s.room(id)
    if found is None:
        return _missing_room_refusal(s, id)
    seat, _, room = found
    if room.down:
        return Refused("BM-49", Text("A face-down room has no ability."))
    if room.exhausted:
        return Refused("BM-48", Text("An exhausted room has no ability until the turn ends."))
    if room.card.key not in effects.use["declared"]:
        return Refused("BM-47", Text("That room has no ability that is activated."))
    refused = _phase_refusal(s)
    if refused is not None:
        return refused
    d = declaration_of(seat, room)
    if is_ability_used(s, d):
        return Refused("BM-47", Text("That ability is used once a turn, and it has been."))
    if effects.use["declared"][d.key].needs_hero and not is_hero_in_room(s, d):
        return Refused("BM-47", Text("No hero is in that room now."))
    return Refused("BM-51", Text("There is nothing that this ability could be about, or its price cannot be paid."))


@carries("BM-46")
def _missing_room_refusal(s: BossMonster, id: int) -> Refused:
    covered = any(room.id == id for keep in s.keeps for pile in keep.piles for room in pile[1:])
    if covered:
        return Refused("BM-46", Text("A covered room is inactive."))
    return Refused("BM-47", Text("That room is not in any dungeon."))


def _effect_refusal(s: BossMonster, event: Event) -> Refused | None:
    match event:
        case Aimed() if _step(s) == "aim":
            return Refused("BM-51", Text("That is no target of what was declared."))
        case Aimed() if _step(s) in ("choose", "fetch"):
            question = prompt(s)
            return Refused(question.rule if question else "BM-24", Text("The card does not allow that target."))
        case Aimed():
            return Refused("BM-51", Text("Nothing waits for a target."))
        case Swapped():
            return Refused("BM-43", Text("Two rooms of one dungeon change places, when a card says so."))
        case Walked() | AllWalked() if s.walk is None:
            return Refused("BM-30", Text("No hero is on his way through a dungeon."))
        case AllWalked():
            return Refused("BM-30", Text("The heroes walk one after the other, in the dungeons that have some."))
        case Walked():
            return Refused("BM-31", Text("He goes from room to room towards the boss, until he dies or is through."))
        case Stood() | Countered() if _step(s) != "stands":
            return Refused("BM-67", Text("No spell waits to take effect."))
    return Refused("BM-67", Text("Another player cancels it, with a Counterspell or a ready All-Seeing Eye."))


def _decline_refusal(s: BossMonster) -> Refused | None:
    question = prompt(s)
    if question is None or _step(s) not in ("choose", "fetch", "pick_shown", "choose_salvage", "either"):
        return None
    if _step(s) == "either":
        return Refused(question.rule, Text("Everybody draws a card at the start of the turn."))
    return Refused(question.rule, Text('What a card says is done, unless it says "may".'))


# --- building ----------------------------------------------------------------------------------------------------


def _laying_refusal(s: BossMonster, seat: int, base: int, cards: tuple[str, ...]) -> Refused:
    if _step(s) in ("place", "one_more") and s.agenda[0].args[0] != seat:
        return Refused("BM-21", Text("The players build one after the other, in order of XP."))
    return _placement_refusal(s, base, cards)


@carries("BM-13", "BM-25", "BM-49")
def _placement_refusal(s: BossMonster, base: int, cards: tuple[str, ...]) -> Refused:
    if _step(s) not in ("place", "one_more"):
        return Refused("BM-21", Text("Nobody builds a room now."))
    seat, found = int(s.agenda[0].args[0]), s.room(base) if base else None
    if base and (found is None or found[0] != seat):
        return Refused("BM-25", Text("A room is built at the entrance of one's own dungeon or on one of its rooms."))
    if found is not None and found[2].down:
        return Refused("BM-49", Text("Nothing is built on a face-down room."))
    if found is not None and found[2].exhausted:
        return Refused("BM-48", Text("Nothing is built on an exhausted room."))
    if found is None and not has_free_end(s, seat):
        return Refused("BM-13", Text("Five rooms are visible already: a new one lies on another."))
    return _card_refusal(s, seat, found[2] if found else None, _keys(cards))


@carries("BM-13", "BM-21")
def _all_placement_refusal(s: BossMonster, seats: tuple[int, ...]) -> Refused:
    if any(seat not in range(len(s.seats)) or not has_free_end(s, seat) for seat in seats):
        return Refused("BM-13", Text("Five rooms are visible already: a new one lies on another."))
    return Refused("BM-21", Text("The players build one after the other, in order of XP."))


def _card_refusal(s: BossMonster, seat: int, base: Room | None, keys: tuple[str, ...]) -> Refused:
    if len(keys) > 1:
        return Refused("BM-25", Text("One room is built at a time."))
    if any(key not in hand_cards(s, seat, "room") for key in keys):
        return Refused("BM-57", Text("That card is not in the hand."))
    return _treasure_refusal(s, seat, base, room_cards()[keys[0]] if keys else RoomCard(advanced=True))


@carries("BM-14")
def _treasure_refusal(s: BossMonster, seat: int, base: Room | None, card: RoomCard) -> Refused:
    if not card.advanced:
        return Refused("BM-25", Text("An additional room lies where the card says that allows it."))
    if base is None:
        return Refused("BM-14", Text("An advanced room lies on another room, never at the entrance."))
    if base.card.treasure and not matching_treasures(s, seat, base):
        return Refused("BM-14", Text("No advanced room may lie on that room, as its card says."))
    return Refused("BM-14", Text("An advanced room lies only on a room that shares a treasure with it."))


def _reveal_refusal(s: BossMonster, event: Revealed | RevealedPlain) -> Refused:
    if _step(s) not in ("turn_up", "name_more"):
        return Refused("BM-24", Text("Rooms are revealed at the end of the build phase."))
    card = room_cards().get(event.room) if isinstance(event, Revealed) else RoomCard(advanced=event.advanced is True)
    if card is None:
        return Refused("BM-24", Text("There is no such room."))
    if _step(s) == "turn_up":
        id = int(s.agenda[0].args[0])
        found, base = s.room(id), room_beneath(s, id)
        return _treasure_refusal(s, found[0] if found else s.active, base, card)
    seat, base_id, kind = s.agenda[0].args
    if kind and (card.kind != kind or not card.advanced):
        return Refused("BM-50", Text("The boss fetched an advanced room of another kind."))
    found = s.room(int(base_id)) if base_id else None
    return _treasure_refusal(s, int(seat), found[2] if found else None, card)


# --- set-up and heroes -------------------------------------------------------------------------------------------


def _setup_refusal(s: BossMonster, event: Event) -> Refused | None:
    match event:
        case Chose() if _step(s) != "choose_boss":
            return Refused("BM-04", Text("The bosses are given out before the game."))
        case Chose(_, boss) if boss in boss_cards() and s.agenda[0].args[1:]:
            return Refused("BM-60", Text("One of the two bosses that were dealt is kept."))
        case Chose():
            return Refused("BM-04", Text("Somebody has that boss already, or there is none of that name."))
        case Handed() if _step(s) != "hands":
            return Refused("BM-06", Text("The first hands are drawn before the first room is built."))
        case DealtAgain():
            return Refused("BM-07", Text("Only a bad first hand is drawn again, before discarding."))
        case Discarded() if _step(s) == "first_discard":
            return Refused("BM-06", Text("Two cards of the first hand are discarded."))
        case Discarded() if _step(s) == "choose_discard":
            return Refused("BM-65", Text("As many cards are discarded as the card says, of that kind."))
        case Lured() if _step(s) != "fooled":
            return Refused("BM-26", Text("A hero goes where there is most treasure of his class."))
        case Arrived() | NamedHero():
            return _hero_refusal(s, event)
    return None


def _hero_refusal(s: BossMonster, event: Arrived | NamedHero) -> Refused:
    if _step(s) not in ("reveal_hero", "fetch"):
        return Refused("BM-20", Text("Heroes come at the start of the turn, one for each player."))
    deck = {**hero_deck(4, epic=False), **hero_deck(4, epic=True)}
    card = deck.get(event.hero) if isinstance(event, NamedHero) else None
    if card is not None and _step(s) == "reveal_hero" and card.epic != bool(s.agenda[0].args[0]):
        return Refused("BM-20", Text("The normal heroes come before the epic ones."))
    if card is not None and card.key in keys_of_heroes_there(s):
        return Refused("BM-02", Text("{hero} lies at the table already.", hero=hero_card_name(card)))
    kind = event.kind if isinstance(event, Arrived) else hero_kind_key(card) if card and not card.epic else ""
    if s.is_hard_mode and kind.endswith(".4"):
        return Refused("BM-62", Text("In hard mode the heroes with 4 health are left out."))
    return Refused("BM-03", Text("No such hero is in the deck for this number of players."))
