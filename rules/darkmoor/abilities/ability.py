"""Abilities: when they trigger, whom they affect, and the questions where there is a choice."""

from __future__ import annotations

from collections.abc import Iterable

from rules.darkmoor.model.cards import (
    MINION_TYPES,
    TARGETS_WITHOUT_CHOICE,
    card_name,
    card_text,
    is_optional,
)
from rules.darkmoor.model.events import Aimed, Declined, Headed, Lined, PlaysMore, ReadKind, UsesAbility
from rules.darkmoor.model.horde import add_to_horde, add_tokens, defeat_minion, remove_from_horde
from rules.darkmoor.model.state import (
    Darkmoor,
    distinct_name,
    known_type,
    minion_name,
    minion_subject,
    name_with_position,
    place_name,
    row_name,
    set_minion,
)
from rules.engine import (
    Choice,
    Displayable,
    Event,
    Option,
    Pick,
    Prompt,
    Step,
    Subject,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace

from .source import (
    AbilitySource,
    find_source,
    find_targets,
    lasting_candidates,
    lasting_sources,
    target_candidates,
)

UNSAID_TRIGGERS = {"minion": "played", "hero": "attacks"}
"""The moment at which a card is asked about if the table has not said when it triggers."""
ABILITY_PHASE = Text("Ability")
AIM_QUESTIONS = {
    "vp": Text("who gets the VP token?"),
    "peril": Text("who gets the peril token?"),
    "defeat": Text("who falls?"),
    "back": Text("who goes to the back?"),
    "move": Text("who goes to another horde?"),
}
"""What is asked for by an effect on one of several minions."""
PLAY_MORE, PLAY_COMPULSORY = Step("darkmoor.play", ("more",)), Step("darkmoor.play", ("must",))
"""Steps of ``phases.turn`` that play one more minion; named here because that module imports this one."""


@auto("RD-09", "RD-15")
def ability(s: Darkmoor, key: str, moment: str, about: int = 0) -> Darkmoor:
    """Resolve the ability that triggers at that moment, if possible, whomever it harms."""
    source = find_source(s, key)
    if source is not None and about and source.card.whom and source.card.when == moment:
        s, is_asked = _with_types(s, (about,), at(ability, key, moment, about))
        if is_asked:
            return s
    if source is None or not _is_triggered(s, source, key, moment, about):
        return s
    if not source.card.does or source.card.when == "unsaid":
        return then(s, at(as_it_says, key))
    return then(s, *(at(do, key, effect, about) for effect in (source.card.does, source.card.also) if effect))


def _is_triggered(s: Darkmoor, source: AbilitySource, key: str, moment: str, about: int) -> bool:
    when = source.card.when
    if when == "unsaid":
        return UNSAID_TRIGGERS.get(key.partition(".")[0]) == moment
    if when != moment:
        return False
    if moment in ("attacked", "elsewhere"):  # the source may have left since the attack began
        still_acts = not source.is_gone or source.minion == s.struck
        return still_acts and (source.place == s.attacked) == (moment == "attacked")
    minion = s.find_minion(about)
    return not about or (minion is not None and source.card.whom in ("", minion.card.kind))


def _source_name(s: Darkmoor, source: AbilitySource | None) -> Displayable:
    """Return the name of the card with the ability; of two minions alike, which of them it is."""
    if source is None:
        return Text("the card")
    minion = s.find_minion(source.minion) if source.minion else None
    return source.name if minion is None else distinct_name(s, minion)


# --- the type of a minion --------------------------------------------------------------------------------------------


@auto("RD-08", "RD-15")
def learn_types(s: Darkmoor) -> Darkmoor:
    """Ask for the types that nobody has said, where a lasting ability is about one type only."""
    about_types = [source for source in lasting_sources(s) if source.card.whom]
    ids = (id for source in about_types for id in lasting_candidates(s, source))
    return _with_types(s, ids, at(learn_types))[0]


def _with_types(s: Darkmoor, ids: Iterable[int], again: Step) -> tuple[Darkmoor, bool]:
    """Return the state with the types of those minions, or which asks for one, and whether.

    After the answer it goes on with the step ``again``.

    All decks are alike (L4), so the type of a card of the same name is known.
    """
    for id in ids:
        minion = s.find_minion(id)
        if minion is None or minion.card.kind:
            continue
        kind = known_type(s, minion.card.name)
        if not kind:
            return then(s, at(read_type, id), again), True
        s = set_minion(s, id, card=replace(minion.card, kind=kind))
    return s, False


def read_type_prompt(s: Darkmoor, id: int) -> Prompt:
    """Ask which type is printed on a minion's card."""
    minion = s.find_minion(id)
    seat = minion.seat if minion else s.active
    choices = tuple(
        Choice(said, Template(ReadKind(id, kind)), role="default", seat=seat)
        for kind, said in MINION_TYPES.items()
        if kind
    )
    title = Text(
        "{minion}: of which type is it?", minion=name_with_position(s, minion) if minion else Text("the minion")
    )
    return Prompt((s.active,), title, "RD-08", choices, Text("An ability is about one type only"), ABILITY_PHASE)


@asks("RD-08", prompt=read_type_prompt)
def read_type(s: Darkmoor, event: ReadKind, id: int) -> Darkmoor:
    """Note the type that was read off a minion's card."""
    minion = s.find_minion(id)
    return s if minion is None else set_minion(s, id, card=replace(minion.card, kind=event.kind))


# --- abilities that the table carries out ------------------------------------------------------------------------


UNSAID_ABILITIES = ""
"""The key for all abilities that the table has not described."""


def as_it_says_prompt(s: Darkmoor, key: str) -> Prompt:
    """Ask the table to do what a card says, or all abilities that it has not described.

    The usual answer is that all is done.
    """
    source = find_source(s, key) if key != UNSAID_ABILITIES else None
    text = card_text(source.card) if source else None
    stake = Text("{text}", text=text) if text else Text("Tokens, moves and defeats: tap a minion")
    title = Text("{card}: do what it says", card=_source_name(s, source))
    if key == UNSAID_ABILITIES:
        title = Text("Does any other minion's ongoing ability go off?")
        stake = Text("The fallen first, its horde from the back, then the others: tap a minion")
    usual = Choice(Text("Done"), Template(Declined()), role="default", seat=s.active)
    more = Choice(Text("One more minion is played"), Template(PlaysMore()), seat=s.active)
    return Prompt((s.active,), title, "RD-13", (usual, more), stake, ABILITY_PHASE)


@asks("RD-13", prompt=as_it_says_prompt)
def as_it_says(s: Darkmoor, event: Event, key: str) -> Darkmoor:
    """Go on after the table has done what the card says; a card takes precedence over the rules."""
    return play_more(s) if isinstance(event, PlaysMore) else s


def play_more(s: Darkmoor, step: Step = PLAY_MORE) -> Darkmoor:
    """Let the active player play one more minion, or make them, if they have one in hand."""
    if s.players[s.active].hand:
        return then(s, step)
    return note(s, "RD-15", Text("{who} has no card in hand", who=s.seats[s.active]))


# --- effects that the app applies --------------------------------------------------------------------------------


@auto("RD-15")
def do(s: Darkmoor, key: str, effect: str, about: int = 0) -> Darkmoor:
    """Apply one effect of an ability; without a target nothing happens.

    It may be declined only if the card says so, whether there is one target or several.
    """
    source = find_source(s, key)
    if source is None:
        return s
    optional = is_optional(source.card)
    if effect == "play":
        return play_more(s, PLAY_MORE if optional else PLAY_COMPULSORY)
    if effect == "place":
        return _take_place(s, source)
    if source.card.whom:
        others = (id for id in target_candidates(s, source, about) if id != source.minion)
        s, is_asked = _with_types(s, others, at(do, key, effect, about))
        if is_asked:
            return s
    found = find_targets(s, source, about)
    if not found:
        return note(s, "RD-15", Text("{card}: nobody it could concern", card=source.name))
    if optional and source.card.on in TARGETS_WITHOUT_CHOICE:
        return then(s, at(use, key, effect, about))
    if source.card.on in TARGETS_WITHOUT_CHOICE or (len(found) == 1 and not optional):
        return _apply_to_all(s, source, effect, found)
    return then(s, at(aim, key, effect))


def _apply_to_all(s: Darkmoor, source: AbilitySource, effect: str, ids: Iterable[int]) -> Darkmoor:
    for id in ids:
        s = apply_effect(s, source, effect, id)
    return s


def use_prompt(s: Darkmoor, key: str, effect: str, about: int = 0) -> Prompt:
    """Ask whether an optional ability is used, where nobody chooses whom it affects."""
    source = find_source(s, key)
    text = card_text(source.card) if source else None
    title = Text("{card}: is its ability used?", card=_source_name(s, source))
    yes = Choice(Text("It is used"), Template(UsesAbility()), role="default", seat=s.active)
    no = Choice(Text("It is not used"), Template(Declined()), seat=s.active, kind="decline")
    stake = Text("{text}", text=text) if text else None
    return Prompt((s.active,), title, "RD-15", (yes, no), stake, ABILITY_PHASE, about=_subjects(s, source))


def _subjects(s: Darkmoor, source: AbilitySource | None) -> tuple[Subject, ...]:
    """Return what the active player is asked about.

    That is an optional ability, by the name of its card.
    """
    name = source.card.name if source is not None and is_optional(source.card) else ""
    return (Subject(s.active, name, card_name(name) or name),) if name else ()


@asks("RD-15", prompt=use_prompt)
def use(s: Darkmoor, event: Event, key: str, effect: str, about: int = 0) -> Darkmoor:
    """Apply the effect, or decline the whole ability."""
    source = find_source(s, key)
    if source is None or not isinstance(event, UsesAbility):
        return _decline(s, source, key)
    return _apply_to_all(s, source, effect, find_targets(s, source, about))


def _decline(s: Darkmoor, source: AbilitySource | None, key: str) -> Darkmoor:
    """Drop the second effect of an optional ability with the first."""
    follows = s.agenda[0]
    drops = follows.name == at(do, key).name and follows.args[0] == key
    return replace(s, agenda=s.agenda[1:]) if drops and source is not None and is_optional(source.card) else s


def apply_effect(s: Darkmoor, source: AbilitySource, effect: str, id: int) -> Darkmoor:
    """Apply an effect of that card to a minion."""
    name, itself = _source_name(s, source), source.minion == id
    other = "" if itself else name
    match effect:
        case "vp" | "peril":
            return add_tokens(s, id, effect, source.card.n, name, itself)
        case "defeat" if s.position_of(id):  # a minion that has been defeated is not defeated again
            s = defeat_minion(s, id, "RD-15", s.ruling("RD-A2") == "any", "RD-A2", other)
            return then(s, at(ability, f"minion.{id}", "defeated"))
        case "back":
            spot = s.position_of(id)
            return s if spot is None else move_minion(s, id, spot[0], card=other)
        case "move":
            return then(s, at(head, id, source.key)) if s.position_of(id) else s
    return s


def move_minion(s: Darkmoor, id: int, place: int, row: int = -1, card: Displayable = "") -> Darkmoor:
    """Move a minion to a row of that horde, its back by default; this may trigger its ability.

    ``card`` is the name of the card that moves it, empty where it moves itself.
    """
    minion = s.find_minion(id)
    if minion is None or s.position_of(id) is None:
        return s
    s = remove_from_horde(s, id)
    others = s.places[place].horde
    s = add_to_horde(s, minion, place, row)
    row = len(others) if row < 0 else min(row, len(others))
    values: dict[str, Displayable] = {"minion": minion_name(s, minion), "place": place_name(s, place)}
    text = Text("{minion} goes to {place}, {row}", **values, row=row_name(s, others, row))
    text = Text("{card}: {moved}", card=card, moved=text) if card else text
    task = Text("put {minion} at {place}, {row}", **values, row=row_name(s, others, row))
    s = note(s, "RD-15", text, kind="moved", subject=minion_subject(s, minion), seat=s.active, task=task)
    return then(s, at(ability, f"minion.{id}", "moved"))


def _take_place(s: Darkmoor, source: AbilitySource) -> Darkmoor:
    if source.is_gone or not source.minion or len(s.places[source.place].horde) < 2:
        return s
    return then(s, at(line_up, source.minion))


def minion_options(s: Darkmoor, ids: Iterable[int]) -> tuple[Option, ...]:
    """Return options for those minions; positions tell apart those with the same name."""
    found = {id: minion for id in ids if (minion := s.find_minion(id)) is not None}
    names = [minion_name(s, minion) for minion in found.values()]
    return tuple(
        Option(id, name_with_position(s, minion) if names.count(name) > 1 else name)
        for (id, minion), name in zip(found.items(), names, strict=True)
    )


def aim_prompt(s: Darkmoor, key: str, effect: str) -> Prompt:
    """Ask which minion an ability affects; it must be one, unless the card says "may"."""
    source = find_source(s, key)
    found = find_targets(s, source) if source else ()
    declines = not found or source is None or is_optional(source.card)
    question = AIM_QUESTIONS.get(effect, Text("which minion?"))
    title = Text("{card}: {question}", card=_source_name(s, source), question=question)
    text = card_text(source.card) if source else None
    none = Choice(Text("None of them"), Template(Declined()), seat=s.active, kind="decline")
    choices = (*minion_choices(s, Text("{what}", what=Text("It is")), found), *((none,) if declines else ()))
    stake = Text("{text}", text=text) if text else None
    return Prompt((s.active,), title, "RD-15", choices, stake, ABILITY_PHASE, about=_subjects(s, source))


def minion_choices(s: Darkmoor, label: Text, ids: Iterable[int]) -> tuple[Choice, ...]:
    """Return the choice of one of those minions as the usual answer; empty without minions."""
    found = minion_options(s, ids)
    does = Template(Aimed(0), (Pick("minion", found),))
    return (Choice(label, does, role="default", seat=s.active),) if found else ()


@asks("RD-15", prompt=aim_prompt)
def aim(s: Darkmoor, event: Event, key: str, effect: str) -> Darkmoor:
    """Apply the effect to the minion that the active player chose, or decline the ability."""
    source = find_source(s, key)
    if source is None or not isinstance(event, Aimed):
        return _decline(s, source, key)
    return apply_effect(s, source, effect, event.minion)


def head_prompt(s: Darkmoor, id: int, key: str = "") -> Prompt:
    """Ask to which other horde a minion is moved."""
    minion, spot = s.find_minion(id), s.position_of(id)
    here = spot[0] if spot else -1
    places = tuple(Option(k, place_name(s, k)) for k in range(len(s.places)) if k != here)
    name = minion_name(s, minion) if minion else Text("the minion")
    label = Text("{what}", what=Text("To"))
    choice = Choice(label, Template(Headed(0), (Pick("place", places),)), role="default", seat=s.active)
    return Prompt((s.active,), Text("{minion}: to which horde?", minion=name), "RD-15", (choice,), phase=ABILITY_PHASE)


@asks("RD-15", prompt=head_prompt)
def head(s: Darkmoor, event: Headed, id: int, key: str = "") -> Darkmoor:
    """Move the minion to the back of that horde; ``key`` is that of the card that moves it."""
    source = find_source(s, key) if key else None
    return move_minion(s, id, event.place, card=_source_name(s, source) if source else "")


def line_up_prompt(s: Darkmoor, id: int) -> Prompt:
    """Ask which place in its horde a minion takes."""
    minion, spot = s.find_minion(id), s.position_of(id)
    horde = s.places[spot[0]].horde if spot else ()
    others = [m for m in horde if m.id != id]
    rows = tuple(Option(row, row_name(s, others, row)) for row in range(len(others) + 1))
    name = minion_name(s, minion) if minion else Text("the minion")
    label = Text("{what}", what=Text("It lies"))
    choice = Choice(label, Template(Lined(0), (Pick("row", rows),)), role="default", seat=s.active)
    return Prompt((s.active,), Text("Where does {minion} go?", minion=name), "RD-15", (choice,), phase=ABILITY_PHASE)


@asks("RD-15", prompt=line_up_prompt)
def line_up(s: Darkmoor, event: Lined, id: int) -> Darkmoor:
    """Move the minion to that row of its horde."""
    spot = s.position_of(id)
    return s if spot is None or spot[1] == event.row else move_minion(s, id, spot[0], event.row)


@carries("RD-09")
def triggered_minions(s: Darkmoor, moment: str, place: int, backwards: bool = True) -> tuple[int, ...]:
    """Return the minions of a horde that trigger at the moment, from the back or the location."""
    found = [m.id for m in s.places[place].horde if m.card.when == moment]
    return tuple(reversed(found)) if backwards else tuple(found)
