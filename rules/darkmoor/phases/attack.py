"""RD-18 … RD-25: the peril that triggers an attack, the order of the attack, and the escape."""

from __future__ import annotations

from rules.darkmoor.abilities.ability import UNSAID_ABILITIES, ability, as_it_says, minion_choices, triggered_minions
from rules.darkmoor.abilities.source import lasting_sources
from rules.darkmoor.model.events import Aimed, Declined, Headed
from rules.darkmoor.model.horde import (
    attackable_hordes,
    defeat_minion,
    discard_fallen,
    escape_to_haven,
    first_target,
    horde_peril,
    is_decided_by_tokens,
)
from rules.darkmoor.model.state import NOBODY, RULEBOOK, Darkmoor, hero_name, minion_name, place_name
from rules.engine import (
    Choice,
    Event,
    Option,
    Pick,
    Prompt,
    Template,
    Text,
    asks,
    at,
    auto,
    note,
    then,
)
from rules.engine.record import replace

PERIL_PHASE = Text("Peril")
ATTACK_PHASE = Text("Attack")


# --- 2A: whether a hero attacks ----------------------------------------------------------------------------------


@auto("RD-18")
def check_peril(s: Darkmoor) -> Darkmoor:
    """Add up the peril of each horde; one that reaches the threshold is attacked."""
    s = replace(s, phase="peril")
    s = RULEBOOK.note_ruling(s, "RD-A1", "RD-18") if is_decided_by_tokens(s) else s
    reached = attackable_hordes(s)
    if not reached:
        return s
    if len(reached) == 1:
        return then(s, at(attack, reached[0]))
    return then(s, choose_horde)


def choose_horde_prompt(s: Darkmoor) -> Prompt:
    """Ask which of the hordes above the threshold the hero attacks."""
    hordes = tuple(Option(k, place_name(s, k), _stake(s, k)) for k in attackable_hordes(s))
    label = Text("{what}", what=Text("Attack on"))
    attacks = Choice(label, Template(Headed(0), (Pick("place", hordes),)), role="default", seat=s.active)
    title = Text("{hero} attacks one horde only: which?", hero=hero_name(s))
    if not hordes:
        attacks = Choice(Text("No attack"), Template(Declined()), role="default", seat=s.active)
    return Prompt((s.active,), title, "RD-19", (attacks,), phase=PERIL_PHASE)


def _stake(s: Darkmoor, place: int) -> Text | None:
    """Say that nobody would be defeated there, or who is nearest if the table decides.

    Who is defeated is found by the lookahead.
    """
    minion = s.find_minion(first_target(s, place))
    if minion is not None and is_target_uncertain(s, place):
        return Text("nearest: {minion}", minion=minion_name(s, minion))
    if minion is None:
        return Text("nobody is defeated")
    return None


@asks("RD-19", prompt=choose_horde_prompt)
def choose_horde(s: Darkmoor, event: Event) -> Darkmoor:
    """Attack the horde that the active player chose."""
    return then(s, at(attack, event.place)) if isinstance(event, Headed) else s


@auto("RD-19")
def attack(s: Darkmoor, place: int) -> Darkmoor:
    """Attack one horde only: queue the steps of the attack."""
    text = Text(
        "{hero} attacks {place}: peril {n} of {threshold}",
        hero=hero_name(s),
        place=place_name(s, place),
        n=horde_peril(s, place),
        threshold=s.hero.threshold if s.hero else 0,
    )
    s = replace(note(s, "RD-19", text), attacked=place, struck=0, attacks=s.attacks + 1)
    return then(s, strike, hero_acts, struck_acts, horde_acts, others_act, untold, hero_leaves, get_away)


# --- 2B: the order of an attack ----------------------------------------------------------------------------------


@auto("RD-20")
def strike(s: Darkmoor) -> Darkmoor:
    """Defeat the nearest valid minion; ask which only where a card may say otherwise."""
    if is_target_uncertain(s, s.attacked) and s.places[s.attacked].horde:
        return then(s, meet)
    return _struck(s, first_target(s, s.attacked))


def is_target_uncertain(s: Darkmoor, place: int) -> bool:
    """Return whether an ability that only the table knows may change the hero's target there."""
    return any(not src.card.does and src.place in (NOBODY, place) for src in lasting_sources(s))


def meet_prompt(s: Darkmoor) -> Prompt:
    """Ask which minion the hero attacks: the nearest unless a card says otherwise."""
    near = first_target(s, s.attacked)
    behind = [m.id for m in reversed(s.places[s.attacked].horde)]
    order = sorted(behind, key=lambda id: id != near)
    nobody = Choice(Text("Nobody"), Template(Aimed(0)), seat=s.active)
    title = Text("{hero} defeats the nearest valid minion: which?", hero=hero_name(s))
    return Prompt(
        (s.active,),
        title,
        "RD-20",
        (*minion_choices(s, Text("{what}", what=Text("It is")), order), nobody),
        phase=ATTACK_PHASE,
    )


@asks("RD-20", prompt=meet_prompt)
def meet(s: Darkmoor, event: Aimed) -> Darkmoor:
    """Defeat that minion."""
    return _struck(s, event.minion)


def _struck(s: Darkmoor, id: int) -> Darkmoor:
    """Defeat the minion; without a valid one nothing is defeated and the attack goes on (RD-A3)."""
    if not id:
        s = replace(s, struck=NOBODY)
        return note(s, "RD-20", Text("Nobody is valid: nobody is defeated"), switch="RD-A3")
    return replace(defeat_minion(s, id, "RD-20", paid=True), struck=id)


@auto("RD-21")
def hero_acts(s: Darkmoor) -> Darkmoor:
    """Trigger the hero's ability, if the card has one for an attack."""
    return then(s, at(ability, "hero", "attacks"))


@auto("RD-21")
def struck_acts(s: Darkmoor) -> Darkmoor:
    """Trigger the ongoing ability of the defeated minion; also one on the attack (RD-A12)."""
    minion = s.find_minion(s.struck)
    if minion is None:
        return s
    moment = "defeated"
    if minion.card.when == "attacked":
        s = RULEBOOK.note_ruling(s, "RD-A12", "RD-21")
        moment = "attacked" if s.ruling("RD-A12") == "any" else moment
    return then(s, at(ability, f"minion.{minion.id}", moment))


@auto("RD-21")
def horde_acts(s: Darkmoor) -> Darkmoor:
    """Trigger the abilities in the attacked horde, from the back."""
    found = triggered_minions(s, "attacked", s.attacked)
    return then(s, *(at(ability, f"minion.{id}", "attacked") for id in found))


@auto("RD-21")
def others_act(s: Darkmoor) -> Darkmoor:
    """Trigger the abilities in the other hordes, the leftmost first (RD-A11)."""
    found = minions_in_other_hordes(s, s.ruling("RD-A11"))
    readings = {minions_in_other_hordes(s, how) for how in RULEBOOK.readings("RD-A11")}
    s = RULEBOOK.note_ruling(s, "RD-A11", "RD-21") if len(readings) > 1 else s
    return then(s, *(at(ability, f"minion.{id}", "elsewhere") for id in found))


def minions_in_other_hordes(s: Darkmoor, reading: str) -> tuple[int, ...]:
    """Return the minions that trigger in the other hordes, in order by that reading of RD-A11."""
    hordes = [k for k in range(len(s.places)) if k != s.attacked]
    hordes = hordes[::-1] if reading == "mirror" else hordes
    return tuple(id for k in hordes for id in triggered_minions(s, "elsewhere", k, reading != "front"))


@auto("RD-13", "RD-21")
def untold(s: Darkmoor) -> Darkmoor:
    """Ask once an attack about all minions, also fallen, whose ability is not described."""
    minions = (*(minion for _, _, minion in s.horde_minions()), *(fallen.minion for fallen in s.fallen))
    unsaid = any(minion.card.when == "unsaid" for minion in minions)
    return then(s, at(as_it_says, UNSAID_ABILITIES)) if unsaid else s


@auto("RD-22")
def hero_leaves(s: Darkmoor) -> Darkmoor:
    """Return the hero to the box, and the fallen minions to their owners' discards."""
    hero = hero_name(s)
    text = Text("{hero} goes back into the box", hero=hero)
    s = note(s, "RD-22", text, kind="hero_end", subject=hero, task=text)
    name = s.hero.name if s.hero else ""
    return replace(discard_fallen(s), hero=None, boxed_heroes=(*s.boxed_heroes, *((name,) if name else ())))


# --- 2C: escapes -------------------------------------------------------------------------------------------------


@auto("RD-24", "RD-25")
def get_away(s: Darkmoor) -> Darkmoor:
    """Move the rest of that horde to the haven with its VP tokens; then trigger abilities."""
    place = s.attacked
    escaped = s.places[place].horde
    s = replace(s, attacked=NOBODY, struck=0)
    for minion in escaped:
        s = escape_to_haven(s, minion, place)
    location_steps = (at(ability, f"place.{place}", "escapes", minion.id) for minion in escaped)
    own = [minion.id for minion in reversed(escaped) if minion.card.when == "escapes"]
    return then(s, *location_steps, *((at(escaped_act, *own),) if own else ()))


def escaped_first_prompt(s: Darkmoor, *ids: int) -> Prompt:
    """Ask which ability of the escaped minions comes first; all of them go off."""
    title = Text("Several abilities go off: which first?")
    return Prompt(
        (s.active,), title, "RD-25", minion_choices(s, Text("{what}", what=Text("First")), ids), phase=Text("Escape")
    )


@auto("RD-25")
def escaped_act(s: Darkmoor, *ids: int) -> Darkmoor:
    """Trigger the abilities of escaped minions, in the order the active player chooses (RD-A7)."""
    if len(ids) > 1 and s.ruling("RD-A7") == "choose":
        return then(s, at(escaped_first, *ids))
    return then(s, *(at(ability, f"minion.{id}", "escapes") for id in ids))


@asks("RD-25", prompt=escaped_first_prompt)
def escaped_first(s: Darkmoor, event: Aimed, *ids: int) -> Darkmoor:
    """Trigger that ability, then the others."""
    rest = tuple(id for id in ids if id != event.minion)
    return then(s, at(ability, f"minion.{event.minion}", "escapes"), at(escaped_act, *rest))
