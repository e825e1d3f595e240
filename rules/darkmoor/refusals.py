"""Why an answer of Darkmoor is refused: the rule behind it."""

from __future__ import annotations

from rules.darkmoor.abilities.ability import head
from rules.darkmoor.abilities.source import adjacent_minions, find_source
from rules.darkmoor.model.cards import HERO_TEMPLATE, LOCATION_TEMPLATE, MINION_TEMPLATE, LocationCard
from rules.darkmoor.model.events import (
    Aimed,
    Began,
    Controlled,
    Declined,
    Felled,
    Fled,
    Headed,
    Lined,
    Located,
    Moved,
    Played,
    PlaysMore,
    ReadKind,
    ReadVp,
    TurnedUp,
    UsesAbility,
)
from rules.darkmoor.model.state import Darkmoor
from rules.engine import Event, Refused, Text, at


def refusal_for(s: Darkmoor, event: Event) -> Refused | None:
    """Return the rule against an answer, where it is more specific than that of the question."""
    match event:
        case Moved() | Felled() | Fled():
            return _override_refusal(s, event)
        case Played():
            return _play_refusal(s, event)
        case Aimed(minion):
            return _target_refusal(s, minion)
        case Headed():
            return _place_refusal(s)
        case Declined():
            return _decline_refusal(s)
    return _out_of_turn_refusal(s, event)


def _step(s: Darkmoor) -> str:
    return s.agenda[0].name.partition(".")[2]


def _override_refusal(s: Darkmoor, event: Moved | Felled | Fled) -> Refused:
    in_haven = s.find_minion(event.item) is not None and s.position_of(event.item) is None
    if in_haven and not isinstance(event, Moved):
        return Refused("RD-24", Text("That minion is safe in its haven."))
    return Refused("X-06", Text("That minion does not lie there."))


def _play_refusal(s: Darkmoor, event: Played) -> Refused:
    if _step(s) != "play":
        return Refused("RD-12", Text("A minion is played as the turn begins, or as an ability says."))
    if len(event.cards) == 1 and not MINION_TEMPLATE.admits(event.cards[0]):
        return Refused("RD-08", Text("A minion has a type, a peril and VP from 0 to 99."))
    return Refused("RD-14", Text("One minion is played, at one of the locations on the table."))


def _target_refusal(s: Darkmoor, minion: int) -> Refused | None:
    match _step(s):
        case "meet":
            return Refused("RD-20", Text("The hero defeats a minion of the horde that he attacks."))
        case "escaped_first":
            return Refused("RD-25", Text("The abilities of all who escape go off; only their order is chosen."))
        case "aim" if s.find_minion(minion) and s.position_of(minion) is None:
            return Refused("RD-24", Text("A minion in a haven is out of reach of every ability."))
        case "aim" if s.position_of(minion) and not _is_adjacent_enough(s, minion):
            return Refused("RD-16", Text("Adjacent is only who stands before it, behind it or beside it."))
        case "aim":
            return Refused("RD-15", Text("The ability does not concern that minion."))
    return None


def _is_adjacent_enough(s: Darkmoor, minion: int) -> bool:
    """Return whether the ability that aims asks for no adjacent minion, or that one is adjacent."""
    source = find_source(s, str(s.agenda[0].args[0]))
    if source is None or source.card.on not in ("adjacent", "strongest"):
        return True
    return minion in adjacent_minions(s, source.place, source.row, source.is_gone)


def _place_refusal(s: Darkmoor) -> Refused:
    if s.agenda[0].name == at(head).name:
        return Refused("RD-15", Text("It is moved to another location that is on the table."))
    return Refused("RD-19", Text("Only a horde whose peril reaches the threshold is attacked."))


def _decline_refusal(s: Darkmoor) -> Refused | None:
    match _step(s):
        case "play" if s.agenda[0].args == ("turn",):
            return Refused("RD-12", Text("Whoever has a card plays one each turn."))
        case "play" | "aim" | "head" | "line_up":
            return Refused("RD-15", Text('An ability that can be done must be done, unless its card says "may".'))
        case "escaped_first":
            return Refused("RD-25", Text("The abilities of all who escape go off; only their order is chosen."))
        case "choose_horde":
            return Refused("RD-18", Text("A horde that reaches the threshold is attacked."))
    return None


def _out_of_turn_refusal(s: Darkmoor, event: Event) -> Refused | None:
    match event:
        case Located() if _step(s) != "locate":
            return Refused("RD-03", Text("The locations are laid out before the game."))
        case Located((card,)):
            return _location_refusal(card)
        case TurnedUp() if _step(s) == "locate":
            return Refused("RD-05", Text("The first hero is revealed when all locations lie there."))
        case TurnedUp() if _step(s) != "reveal":
            return Refused("RD-26", Text("A hero is revealed only when there is none, after an attack."))
        case TurnedUp((card,)) if HERO_TEMPLATE.admits(card):
            return Refused("RD-22", Text("That hero is back in the box."))
        case TurnedUp((_,)):
            return Refused("RD-10", Text("A hero has a peril threshold from 1 to 99."))
        case Began() if _step(s) != "who_begins":
            return Refused("RD-07", Text("Who begins is said once, before the first turn."))
        case Controlled() if _step(s) != "settle_control":
            return Refused("RD-29", Text("Control is settled in the scoring, where a location's ability says so."))
        case ReadKind():
            return Refused("RD-08", Text("The type of a minion is asked for where an ability is about one type."))
        case ReadVp():
            return Refused(
                "RD-30", Text("The VP of a minion are asked for in the final scoring, if nobody has read them.")
            )
        case PlaysMore() | UsesAbility() | Lined():
            return Refused("RD-15", Text("No ability says that now."))
    return None


def _location_refusal(card: LocationCard) -> Refused:
    if not LOCATION_TEMPLATE.admits(card):
        return Refused("RD-11", Text("A location has VP from 0 to 99 and an ability, ongoing or for the scoring."))
    return Refused("RD-03", Text("That location lies there already, with one of its sides up."))
