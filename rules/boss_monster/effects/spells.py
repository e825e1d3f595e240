"""Spells and activated abilities: declaring, answering, resolving.

BM-16, BM-17, BM-47, BM-51, BM-67.
"""

from __future__ import annotations

from rules.boss_monster.hidden.hands import discard_from_hand
from rules.boss_monster.model.card_catalogue import card_name, card_texts, spells_of_phase
from rules.boss_monster.model.decks import (
    SPELL,
    add_to_discards,
    add_to_hand,
    card_faces,
    card_keys,
    hand_cards,
    remove_from_hand,
)
from rules.boss_monster.model.events import Activated, Aimed, Cast, Countered, Played, Stood, TakenBack
from rules.boss_monster.model.state import (
    BossMonster,
    Declared,
    Room,
    allocate_id,
    card_task,
    distinct_room_name,
    hero_name,
    opponents_of,
    priority_order,
    room_name,
    set_room,
)
from rules.engine import (
    Cards,
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

from .registry import TARGET_QUESTION, DungeonCase, active_effects, apply_hand_effect, effects, is_awake, trigger_moment

SPELLS_PHASE = Text("Spells and abilities")


# --- choices to declare ------------------------------------------------------------------------------------------


@carries("BM-16", "BM-20", "BM-28", "BM-35")
def playable_spells(s: BossMonster, seat: int) -> tuple[str, ...]:
    """Spells that a player may play in this phase.

    None before the first turn, at the start of a turn, in the bait phase and at the end.
    """
    found = spells_of_phase(s.spell_phase)
    return tuple(key for key in found if not is_cancelling(key) and _is_legal(s, Declared(0, seat, key)))


@carries("BM-23", "BM-47")
def usable_abilities(s: BossMonster) -> tuple[Declared, ...]:
    """Activated abilities of awake rooms, available whenever a spell might be played."""
    if not s.spell_phase:
        return ()
    rooms = (source for source in active_effects(s, effects.use["declared"]) if source.room)
    found = (Declared(0, source.seat, source.key, source.room) for source in rooms)
    return tuple(d for d in found if not is_ability_used(s, d) and _is_legal(s, d))


def declaration_of(seat: int, room: Room) -> Declared:
    """Return the declaration of a room's ability, before it has a number."""
    return Declared(0, seat, room.card.key, room.id)


def is_ability_used(s: BossMonster, d: Declared) -> bool:
    """Whether the once-a-turn ability of the declaration's room has been used.

    One that waits is used as well, as what it costs can be paid once, unless it may be used again and again.
    """
    found, power = s.room(d.room), effects.use["declared"].get(d.key)
    waits = any(other.room == d.room for other in s.declared) and not (power and power.is_repeatable)
    return found is not None and (found[2].used or waits)


def _is_legal(s: BossMonster, d: Declared) -> bool:
    power = effects.use["declared"].get(d.key)
    if power is None:
        return True
    if power.needs_hero and not is_hero_in_room(s, d):
        return False
    return power.is_allowed(s, d) and (power.targets is None or bool(power.targets(s, d)))


def is_hero_in_room(s: BossMonster, d: Declared) -> bool:
    """Whether a hero is in the room of the declaration."""
    return s.walk is not None and s.walk.room == d.room and s.hero(s.walk.hero) is not None


@carries("BM-31", "BM-47")
def abilities_for_hero(s: BossMonster) -> tuple[Declared, ...]:
    """Abilities that can be used only now, on the hero who is in their room."""
    return tuple(d for d in usable_abilities(s) if effects.use["declared"][d.key].needs_hero)


def declare_choices(s: BossMonster) -> tuple[Choice, ...]:
    """Choices by which anybody may declare something now, in order of priority."""
    spell, who = (_from_hand, _with_spells(s)) if s.has_virtual_cards else (_spell, _may_play(s))
    return (*(spell(s, seat) for seat in who), *(_ability(s, d) for d in usable_abilities(s)))


def _may_play(s: BossMonster) -> tuple[int, ...]:
    return tuple(seat for seat in priority_order(s) if playable_spells(s, seat))


def _with_spells(s: BossMonster) -> tuple[int, ...]:
    """Seats that hold any spell while spells may be played.

    Whether one of them is playable now must not be visible to the others.
    """
    return tuple(seat for seat in priority_order(s) if s.spell_phase and hand_cards(s, seat, SPELL))


def _from_hand(s: BossMonster, seat: int) -> Choice:
    may = playable_spells(s, seat)
    hole = Cards("cards", card_faces(card for card in hand_cards(s, seat, SPELL) if card in may), 0, 1, "hand")
    return Choice(Text("{who} plays a spell", who=s.seats[seat]), Template(Played(seat), (hole,)), seat=seat)


def _spell(s: BossMonster, seat: int) -> Choice:
    keys = tuple(
        Option(key, card_name(key), Text("{text}", text=card_texts()[key].effect)) for key in playable_spells(s, seat)
    )
    does = Template(Cast(seat, ""), (Pick("spell", keys),))
    return Choice(Text("{who} plays a spell", who=s.seats[seat]), does, seat=seat)


def _ability(s: BossMonster, d: Declared) -> Choice:
    label = Text("{who} uses {room}", who=s.seats[d.seat], room=distinct_room_name(s, d.room))
    return Choice(label, Template(Activated(d.room)), Text("{text}", text=card_texts()[d.key].effect), seat=d.seat)


# --- declaring ---------------------------------------------------------------------------------------------------


def declare(s: BossMonster, event: Cast | Activated) -> BossMonster:
    """Declare a spell or an ability; its target is chosen before anybody answers."""
    s, id = allocate_id(s)
    if isinstance(event, Cast):
        d = Declared(id, event.seat, event.spell)
        s = trigger_moment(s, "cast", DungeonCase(d.seat))
    else:
        found = s.room(event.item)
        if found is None:
            return s
        d = Declared(id, found[0], found[2].card.key, event.item)
        s = note(s, "BM-47", Text("{who} uses {room}", who=s.seats[d.seat], room=card_name(d.key)))
    s = _without_open_question(replace(s, declared=_queued(s, d)))
    return then(s, *((at(aim, id),) if needs_target(d) else ()), *_resolving(s))


def needs_target(d: Declared) -> bool:
    """Whether a declaration is aimed at something."""
    power = effects.use["declared"].get(d.key)
    return power is not None and power.targets is not None


@carries("BM-17")
def _without_open_question(s: BossMonster) -> BossMonster:
    """Withdraw the question whether a spell is cancelled: a new one may come before it.

    ``resolve`` asks it again when that spell is first in the queue.
    """
    return replace(s, agenda=tuple(step for step in s.agenda if step.name != at(stands, 0).name))


def play_spell(s: BossMonster, event: Played) -> BossMonster:
    """Declare a spell of a virtual hand; without a card nothing is declared."""
    for card in card_keys(event.cards):
        s = declare(remove_from_hand(s, event.seat, (card,)), Cast(event.seat, card))
    return s


def _resolving(s: BossMonster) -> tuple[Step, ...]:
    """The step that resolves everything declared, unless it is already on the agenda."""
    return () if any(step.name == at(resolve).name for step in s.agenda) else (at(resolve),)


@carries("BM-17", "BM-23", "BM-59", "BM-67")
def _queued(s: BossMonster, d: Declared) -> tuple[Declared, ...]:
    """Insert a declaration in order of resolution.

    The active player's resolve first, then the others' by XP (BM-A7); a Counterspell comes before all of them.
    """
    if is_cancelling(d.key) or s.ruling("BM-A7") == "last":
        return (d, *s.declared)
    rank = {seat: k for k, seat in enumerate(priority_order(s))}
    mine = rank.get(d.seat, len(rank))
    before = tuple(x for x in s.declared if is_cancelling(x.key) or rank.get(x.seat, 0) <= mine)
    return (*before, d, *(x for x in s.declared if x not in before))


def find_declared(s: BossMonster, id: int) -> Declared | None:
    """Find a declaration that still waits, by id."""
    return next((d for d in s.declared if d.id == id), None)


def aim_prompt(s: BossMonster, id: int) -> Prompt:
    """Ask for the target of a spell or ability; it cannot be changed later."""
    d = find_declared(s, id)
    ids = _targets(s, d) if d else ()
    seat = d.seat if d else s.active
    options = target_options(s, d, ids) if d else ()
    back = Choice(Text("It is not played after all"), Template(TakenBack()), seat=seat)
    label, does = Text("{what}", what=Text("The target")), Template(Aimed(0), (Pick("target", options),))
    aims = (Choice(label, does, role="default", seat=seat),)
    power = effects.use["declared"].get(d.key) if d else None
    question = power.question if power else TARGET_QUESTION
    title = Text("{card}: {question}", card=card_name(d.key) if d else "", question=question)
    stake = Text("{text}", text=card_texts()[d.key].effect) if d else None
    return Prompt((seat,), title, "BM-51", (*(aims if options else ()), back), stake, SPELLS_PHASE)


def _targets(s: BossMonster, d: Declared) -> tuple[int, ...]:
    power = effects.use["declared"].get(d.key)
    return power.find_targets(s, d) if power else ()


def target_options(s: BossMonster, d: Declared, targets: tuple[int, ...]) -> tuple[Option, ...]:
    """Options for those targets; where all are heroes in town, only their names."""
    in_town = {hero.id: hero_name(hero) for hero in s.town}
    if all(target in in_town for target in targets):
        return tuple(Option(target, in_town[target]) for target in targets)
    return tuple(Option(target, target_name(s, d, target)) for target in targets)


def target_name(s: BossMonster, d: Declared, target: int) -> Displayable:
    """Name of a target and where it is: a room, a hero, a spell, or else a player."""
    room, hero, dead, spell = s.room(target), s.hero(target), s.scored_hero(target), find_declared(s, target)
    if room is not None:
        return Text("{room}, {who}'s", room=distinct_room_name(s, target), who=s.seats[room[0]])
    if hero is not None and hero[0] < 0:
        return Text("{hero}, in town", hero=hero_name(hero[1]))
    if hero is not None:
        return Text("{hero}, in the dungeon of {who}", hero=hero_name(hero[1]), who=s.seats[hero[0]])
    if dead is not None:
        return Text("{hero}, among the souls of {who}", hero=hero_name(dead[1].hero), who=s.seats[dead[0]])
    if spell is not None:
        return card_name(spell.key)
    return s.seats[-1 - target] if target < 0 else Text("nothing")


@asks("BM-51", prompt=aim_prompt)
def aim(s: BossMonster, event: Event, id: int) -> BossMonster:
    """Store the target, or withdraw the declaration."""
    if isinstance(event, Aimed):
        declared = tuple(replace(d, target=event.target) if d.id == id else d for d in s.declared)
        return replace(s, declared=declared)
    d = find_declared(s, id)
    s = add_to_hand(s, d.seat, (d.key,)) if d and s.has_virtual_cards and not d.room else s
    return replace(s, declared=tuple(d for d in s.declared if d.id != id))


# --- resolving ---------------------------------------------------------------------------------------------------


@auto("BM-17", "BM-47")
def resolve(s: BossMonster) -> BossMonster:
    """Resolve what is first in priority; a spell only after nobody has cancelled it."""
    if not s.declared:
        return s
    d = s.declared[0]
    if d.key in _abilities() or has_lost_target(s, d):
        return then(take_effect(s, d), resolve)
    return then(s, at(stands, d.id), resolve)


def _abilities() -> frozenset[str]:
    return frozenset(key for key in effects.use["declared"] if not card_texts()[key].phases)


@carries("BM-51")
def has_lost_target(s: BossMonster, d: Declared) -> bool:
    """Whether what was declared can no longer take effect, by what resolved before it."""
    power = effects.use["declared"].get(d.key)
    if power is None:
        return False
    return not _is_legal(s, d) or (power.targets is not None and d.target not in power.targets(s, d))


def drop_stale_questions(s: BossMonster) -> BossMonster:
    """Drop the question whether a spell is cancelled that has lost its target meanwhile."""
    step = s.agenda[0] if s.agenda else None
    d = find_declared(s, int(step.args[0])) if step is not None and step.name == at(stands, 0).name else None
    return replace(s, agenda=s.agenda[1:]) if d is not None and has_lost_target(s, d) else s


@carries("BM-67")
def cancel_choices(s: BossMonster, d: Declared) -> tuple[Choice, ...]:
    """Choices by which a spell may be cancelled, active player or not.

    Anybody with a Counterspell, or an opponent with an awake All-Seeing Eye.
    """
    holders = (seat for seat in priority_order(s) if seat != d.seat and may_cancel(s, seat))
    spells = (cancel_choice(s, seat, cancelling_spell(), _cancelling_cards(s, seat)) for seat in holders)
    return (*spells, *effects.offered(s, "cancel", DungeonCase(d.seat)))


def may_cancel(s: BossMonster, seat: int) -> bool:
    """Whether a player may have a spell to cancel with, as far as is public."""
    return not s.has_virtual_cards or bool(hand_cards(s, seat, SPELL))


def cancel_choice(s: BossMonster, seat: int, key: str, price: Cards, room: int = 0) -> Choice:
    """Build the choice by which that card cancels a spell; virtual cards have a price."""
    label = Text("{who} cancels it: {card}", who=s.seats[seat], card=card_name(key))
    return Choice(label, Template(Countered(seat, room), (price,) if s.has_virtual_cards else ()), seat=seat)


def _cancelling_cards(s: BossMonster, seat: int) -> Cards:
    return Cards("cards", card_faces(card for card in hand_cards(s, seat) if is_cancelling(card)), 0, 1, "hand")


def cancelling_spell() -> str:
    """The key of the spell that cancels others."""
    return next(filter(is_cancelling, effects.use["declared"]))


def is_cancelling(key: str) -> bool:
    """Whether a card is a spell that cancels others."""
    power = effects.use["declared"].get(key)
    return power is not None and power.cancels


def stands_prompt(s: BossMonster, id: int) -> Prompt:
    """Ask whether anybody cancels a spell; "nobody" is one tap."""
    d = find_declared(s, id)
    go = Choice(Text("It takes effect"), Template(Stood()), role="default", kind="decline")
    if d is None:
        return Prompt((s.active,), Text("The spell is gone"), "BM-51", (go,), phase=SPELLS_PHASE)
    title = Text("{who} plays {spell}: does anybody cancel it?", who=s.seats[d.seat], spell=card_name(d.key))
    aimed = Text("at {target}", target=target_name(s, d, d.target)) if d.target else None
    cancels = cancel_choices(s, d)
    seats = dict.fromkeys(choice.seat for choice in cancels if choice.seat is not None)
    about = tuple(Subject(seat, d.key, card_name(d.key)) for seat in seats)
    return Prompt(tuple(s.seats_in_game), title, "BM-67", (go, *cancels), aimed, SPELLS_PHASE, about=about)


@asks("BM-51", "BM-67", prompt=stands_prompt)
def stands(s: BossMonster, event: Event, id: int) -> BossMonster:
    """Let the spell take effect, or answer it with a Counterspell or the Eye."""
    d = find_declared(s, id)
    if d is None:
        return s
    if not isinstance(event, Countered):
        return take_effect(s, d)
    if event.room:
        return _cancelled(_pay_for_cancelling(s, event), d)
    if s.has_virtual_cards and not event.cards:
        return then(s, at(stands, id))
    s, number_ = allocate_id(remove_from_hand(s, event.seat, card_keys(event.cards)))
    counter = Declared(number_, event.seat, cancelling_spell(), target=d.id)
    text = Text("{who} plays {spell}", who=s.seats[event.seat], spell=card_name(counter.key))
    s = replace(note(s, "BM-16", text), declared=_queued(s, counter))
    return trigger_moment(s, "cast", DungeonCase(event.seat))


def _pay_for_cancelling(s: BossMonster, event: Countered) -> BossMonster:
    """Discard the spell for which a room cancels another one; the room has then been used."""
    s, found = discard_from_hand(s, event.seat, card_keys(event.cards)), s.room(event.room)
    text = Text("{who} discards a spell for {room}", who=s.seats[event.seat], room=room_name(found[2]) if found else "")
    task = Text("discard a spell")
    s = s if s.has_virtual_cards else note(s, "BM-67", text, kind="restated", seat=event.seat, task=task)
    return set_room(s, event.room, used=True)


@carries("BM-51")
def _cancelled(s: BossMonster, d: Declared) -> BossMonster:
    s = _discarded(s, d)
    return note(s, "BM-51", Text("The spell {spell} is cancelled", spell=card_name(d.key)), kind="spell")


@carries("BM-16")
def _discarded(s: BossMonster, d: Declared) -> BossMonster:
    s = replace(s, declared=tuple(x for x in s.declared if x.id != d.id))
    if d.room:
        return s
    s, name = add_to_discards(s, d.key), card_name(d.key)
    text = Text("{who} discards {card}", who=s.seats[d.seat], card=name)
    task = card_task(s, Text("discard {card}", card=name))
    return note(s, "BM-16", text, kind="restated", seat=d.seat, task=task)


@carries("BM-51")
def take_effect(s: BossMonster, d: Declared) -> BossMonster:
    """Discard the spell and apply its effect, if the target is still valid."""
    s, power = _discarded(s, d), effects.use["declared"].get(d.key)
    if has_lost_target(s, d) or _has_lost_room(s, d):
        return note(s, "BM-51", Text("{spell} has lost its target: no effect", spell=card_name(d.key)), kind="spell")
    s = _note_effect(s, d)
    if power is None:
        return apply_hand_effect(s, d.key, d.seat)
    return power.effect(set_room(s, d.room, used=True) if d.room and card_texts()[d.key].is_once_per_turn else s, d)


def _note_effect(s: BossMonster, d: Declared) -> BossMonster:
    """Log what a card says; with cards on the table people do it with the hidden ones."""
    text = Text("{card}: {effect}", card=card_name(d.key), effect=card_texts()[d.key].effect)
    hidden = effects.use["hidden"].get(d.key)
    seat = None if hidden and hidden.concerns_all else d.seat
    task = card_task(s, text) if hidden else None
    return note(s, "BM-16", text, kind="" if d.room else "spell", seat=seat, task=task)


def _has_lost_room(s: BossMonster, d: Declared) -> bool:
    """Whether the room of an ability has gone, or is no longer awake, before it resolves."""
    found = s.room(d.room) if d.room else None
    return bool(d.room) and (found is None or not is_awake(found[2]))


def counter_spell(s: BossMonster, d: Declared) -> BossMonster:
    """Effect of a Counterspell: the spell that it targets is cancelled."""
    spell = find_declared(s, d.target)
    return _cancelled(s, spell) if spell else s


def opponent_targets(s: BossMonster, d: Declared) -> tuple[int, ...]:
    """The other players as targets: a seat is encoded as −1 − seat."""
    return tuple(-1 - seat for seat in opponents_of(s, d.seat))
