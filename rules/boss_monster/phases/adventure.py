"""Adventure phase: heroes walk the dungeons room by room; BM-30 … BM-34."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from rules.boss_monster.effects.registry import DungeonCase, trigger_moment
from rules.boss_monster.effects.spells import abilities_for_hero, drop_stale_questions, needs_target, take_effect
from rules.boss_monster.model.card_catalogue import card_name, card_texts
from rules.boss_monster.model.dungeon import room_damage
from rules.boss_monster.model.events import AllWalked, Walked
from rules.boss_monster.model.state import (
    LEFT_ROOM,
    NUMBER_NAMES,
    RULEBOOK,
    BossMonster,
    Hero,
    Room,
    Walk,
    distinct_room_name,
    hero_name,
    priority_order,
    room_name,
    set_hero,
    xp_order,
)
from rules.engine import (
    Change,
    Choice,
    Displayable,
    Event,
    Option,
    Pick,
    Prompt,
    Seats,
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

from .scoring import drop_stale_walk, kill_hero, score_survivor

ADVENTURE_PHASE = Text("Adventure")
WHOLE_DUNGEON = -1


@auto("BM-30", "BM-63")
def adventure(s: BossMonster) -> BossMonster:
    """Process the dungeons in order of XP."""
    s = replace(s, phase="adventure", walk=None)
    return then(s, *(at(process, seat) for seat in xp_order(s)))


@auto("BM-30", "BM-34")
def process(s: BossMonster, seat: int) -> BossMonster:
    """Start the walk of the first hero at the entrance; without one, go on."""
    keep = s.keeps[seat]
    if keep.out or not keep.entrance:
        return s
    if keep.shut:
        return note(s, "BM-30", Text("No hero enters the dungeon of {who} this turn", who=s.seats[seat]))
    hero = keep.entrance[0]
    s = replace(s, active=seat, walk=Walk(seat, hero.id))
    s = note(s, "BM-30", Text("{hero} enters the dungeon of {who}", hero=hero_name(hero), who=s.seats[seat]))
    if s.unattended == s.asked and not _ability_stops(tuple(walk_states(s))):
        return then(s, walk_unattended, at(process, seat))
    return then(s, walk, at(process, seat))


PROCESS_STEP = "boss_monster.process"
"""Name of the step at which the heroes of a dungeon walk, one after the other."""


@carries("BM-30", "BM-31")
def heroes_to_walk(s: BossMonster) -> tuple[tuple[int, int], ...]:
    """The heroes who walk from now on, in order, each with the seat of the dungeon: (seat, id)."""
    seats = dict.fromkeys(int(step.args[0]) for step in s.agenda if step.name == PROCESS_STEP)
    open_keeps = [(seat, s.keeps[seat]) for seat in seats if not s.keeps[seat].out and not s.keeps[seat].shut]
    return tuple((seat, hero.id) for seat, keep in open_keeps for hero in keep.entrance)


@auto("BM-30", "BM-31")
def walk_unattended(s: BossMonster) -> BossMonster:
    """Let a hero walk all the way, as nobody does anything about any of them."""
    return _walk_to_end(s)


# --- damage ------------------------------------------------------------------------------------------------------


@carries("BM-15")
def has_lethal_damage(s: BossMonster, hero: Hero) -> bool:
    """Whether the damage reaches the hero's health (or must exceed it, BM-A1)."""
    return hero.taken > hero.health if s.ruling("BM-A1") == "exceed" else hero.taken >= hero.health


@carries("BM-31")
def enter_next_room(s: BossMonster) -> BossMonster:
    """Move the hero into the next room: its effects on entry, then its damage."""
    walk = s.walk
    if walk is None:
        return s
    room = s.keeps[walk.seat].piles[walk.pile + 1][0]
    s = replace(s, walk=replace(walk, pile=walk.pile + 1, room=room.id))
    s = trigger_moment(s, "enters", DungeonCase(walk.seat, room.id, walk.hero))
    if s.walk is None or s.walk.room != room.id:
        return enter_next_room(s)
    return damage_hero(s, walk.hero, room_damage(s, room, walk.seat), room_name(room))


def damage_hero(s: BossMonster, id: int, n: int, source: Displayable) -> BossMonster:
    """Add damage to a hero; ``source`` names the room or spell that deals it."""
    found = s.hero(id)
    if found is None or not n:
        return s
    hero = found[1]
    s = set_hero(s, id, taken=hero.taken + n)
    values = {"hero": hero_name(hero), "n": n, "taken": hero.taken + n, "health": hero.health}
    text = Text("{card}: {hero} takes {n}, {taken} of {health}", card=source, **values)
    change = Change(f"hero.{id}.taken", hero_name(hero), NUMBER_NAMES["taken"], hero.taken, hero.taken + n)
    return note(s, "BM-31", text, change=change)


def damage_hero_again(s: BossMonster, id: int, n: int, card: str) -> BossMonster:
    """Add a card's damage to the hero on his way; it may kill him at once (BM-A1)."""
    s = damage_hero(s, id, n, card_name(card))
    if s.walk is None or s.ruling("BM-A1") != "instant" or not _is_killed(s, id):
        return s
    return kill_hero(RULEBOOK.note_ruling(s, "BM-A1", "BM-31"), id, s.walk.seat)


def walk_states(s: BossMonster) -> Iterator[BossMonster]:
    """Iterate over the states in which he stands in each room, if nobody does anything.

    Ends where he dies or leaves the dungeon.
    """
    while s.walk is not None:
        if s.hero(s.walk.hero) is None or is_dying(s) or not _has_room_ahead(s):
            return
        s = enter_next_room(s)
        yield s


def _has_room_ahead(s: BossMonster) -> bool:
    return s.walk is not None and s.walk.pile + 1 < len(s.keeps[s.walk.seat].piles)


@carries("BM-15", "BM-32")
def is_dying(s: BossMonster) -> bool:
    """Whether the hero on his way has lethal damage and dies before he goes on.

    Also where his room is gone.
    """
    found = s.hero(s.walk.hero) if s.walk else None
    return found is not None and has_lethal_damage(s, found[1])


@carries("BM-32", "BM-54")
def leave_destroyed_room(s: BossMonster) -> BossMonster:
    """Kill the hero who leaves a destroyed room with enough damage; another one goes on."""
    walk = s.walk
    if walk is None or walk.room != LEFT_ROOM:
        return s
    found, s = s.hero(walk.hero), replace(s, walk=replace(walk, room=0))
    if found is None or not has_lethal_damage(s, found[1]):
        return s
    return replace(kill_hero(s, walk.hero, walk.seat), walk=None)


def settle(s: BossMonster) -> BossMonster:
    """Settle what follows by itself after every event and step."""
    return drop_stale_questions(drop_stale_walk(leave_destroyed_room(s)))


def foresee_declared(s: BossMonster) -> BossMonster:
    """Return the state once everything that waits has taken effect, uncancelled.

    What has no target yet is left out.
    """
    for d in s.declared:
        if d in s.declared and (d.target or not needs_target(d)):
            s = settle(take_effect(s, d))
    return s


def is_doomed(s: BossMonster) -> bool:
    """Whether the hero on his way dies, if nobody does anything more."""
    if s.walk is None:
        return False
    after = foresee_declared(s)
    if after.walk is not None and after.walk.hero == s.walk.hero:
        return predict_fate(after)[0]
    scored = after.scored_hero(s.walk.hero)
    return scored is not None and not scored[1].wounds


def predict_fate(s: BossMonster) -> tuple[bool, Room | None]:
    """Whether he dies if nobody does anything, and in which room."""
    last = (s, *walk_states(s))[-1]
    room = last.room(last.walk.room) if last.walk else None
    return is_dying(last), room[2] if room else None


# --- the prompt --------------------------------------------------------------------------------------------------


def walk_prompt(s: BossMonster) -> Prompt:
    """Ask whether anybody does anything; "nobody, all the way" is one tap."""
    found = s.hero(s.walk.hero) if s.walk else None
    if s.walk is None or found is None:
        return Prompt(
            (s.active,),
            Text("Adventure"),
            "BM-30",
            (Choice(Text("Continue"), Template(Walked(WHOLE_DUNGEON)), role="default"),),
        )
    hero, owner = found[1], s.seats[s.walk.seat]
    title = Text("{hero} is in the dungeon of {who}: does anybody respond?", hero=hero_name(hero), who=owner)
    stake = Text("{n} of {health} damage", n=hero.taken, health=hero.health)
    return Prompt((s.walk.seat,), title, "BM-31", _walk_choices(s), stake, ADVENTURE_PHASE)


def _walk_choices(s: BossMonster) -> tuple[Choice, ...]:
    """Choices: all the way, or as far as a room after which somebody does something."""
    seat = s.walk.seat if s.walk else s.active
    states = tuple(walk_states(s))
    stops = tuple(_stop_option(state) for state in states)
    each = s.ruling("windows", "hero") == "room"
    through = Choice(
        Text("No responses"),
        Template(Walked(WHOLE_DUNGEON)),
        _fate_text(s),
        "option" if each and stops else "default",
        seat,
        kind="decline",
    )
    if not stops:
        return (through, *_all_choice(s))
    if each:
        label = Text("On to {room}", room=stops[0].label)
        return Choice(label, Template(Walked(stops[0].value)), stops[0].stake, "default", seat), through
    several = dict.fromkeys(option.value for option in stops)
    once = tuple(next(option for option in stops if option.value == value) for value in several)
    after = Choice(
        Text("Stop after {what}", what=Text("a room")),
        Template(Walked(0), (Pick("pile", once, is_ordered=True),)),
        seat=seat,
    )
    return through, *_all_choice(s), *_ability_stops(states), after


def _all_choice(s: BossMonster) -> tuple[Choice, ...]:
    """The choice that nobody does anything about this hero and those who walk after him.

    Everybody may play spells on any of them, so all in the game give it together. It ends before a hero against whom
    alone an ability helps, which is then asked about.
    """
    following = heroes_to_walk(s)[1:]
    unasked = tuple(takewhile(lambda hero: not _is_stopped_for(s, *hero), following))
    if not unasked or s.ruling("windows", "hero") == "room":
        return ()
    everybody, count = priority_order(s), 1 + len(unasked)
    label = Text("All {n} heroes: nobody responds", n=count) if count > 2 else Text("Both heroes: nobody responds")
    if unasked != following:
        label = Text("The next {n} heroes: nobody responds", n=count)
    does = Template(AllWalked(everybody), (Seats("by", everybody, label, label, everybody),))
    return (Choice(label, does, role="default"),)


def _is_stopped_for(s: BossMonster, seat: int, hero: int) -> bool:
    """Whether a hero who walks later is asked about, whatever was said of all."""
    return bool(_ability_stops(tuple(walk_states(replace(s, walk=Walk(seat, hero))))))


@carries("BM-31", "BM-47")
def _ability_stops(states: tuple[BossMonster, ...]) -> tuple[Choice, ...]:
    """Choices to stop in the rooms whose ability can be used only on the hero who is in them.

    Where he dies anyway no ability is needed.
    """
    found: dict[int, Choice] = {}
    for s in states:
        hero = s.hero(s.walk.hero) if s.walk else None
        if s.walk is None or hero is None or has_lethal_damage(s, hero[1]):
            continue
        for d in abilities_for_hero(s):
            named = {"who": s.seats[d.seat], "room": distinct_room_name(s, d.room)}
            label, effect = Text("Stop in {room}, of {who}", **named), Text("{text}", text=card_texts()[d.key].effect)
            found.setdefault(s.walk.pile, Choice(label, Template(Walked(s.walk.pile)), effect, seat=d.seat))
    return tuple(found.values())


def _stop_option(s: BossMonster) -> Option:
    assert s.walk is not None
    found, room = s.hero(s.walk.hero), s.room(s.walk.room)
    hero = found[1] if found else None
    stake = Text("{n} of {health} damage", n=hero.taken, health=hero.health) if hero else None
    return Option(s.walk.pile, distinct_room_name(s, s.walk.room) if room else "", stake)


def _fate_text(s: BossMonster) -> Text | None:
    """Return that he survives; that he dies, and where, is told by the lookahead."""
    found = s.hero(s.walk.hero) if s.walk else None
    return Text("{hero} survives", hero=hero_name(found[1])) if found and not predict_fate(s)[0] else None


@asks("BM-31", "BM-32", "BM-33", prompt=walk_prompt)
def walk(s: BossMonster, event: Event) -> BossMonster:
    """Move the hero from room to room.

    With enough damage he dies as he leaves a room; after the last room he has survived.
    """
    if s.walk is None or not isinstance(event, Walked | AllWalked):
        return s
    if isinstance(event, AllWalked):
        return _walk_to_end(replace(s, unattended=s.asked))
    return _walk_to_end(s, event.pile)


def _walk_to_end(s: BossMonster, pile: int = WHOLE_DUNGEON) -> BossMonster:
    if s.walk is None:
        return s
    id, seat = s.walk.hero, s.walk.seat
    for state in walk_states(s):
        s = state
        stands = s.walk is not None and s.walk.pile == pile
        if stands and not (s.ruling("BM-A1") == "instant" and _is_killed(s, id)):
            return then(RULEBOOK.note_ruling(s, "BM-A1", "BM-31") if _has_enough(s, id) else s, walk)
    notes_before, is_disputed = len(s.notes), _has_enough(s, id)
    s = kill_hero(s, id, seat) if is_dying(s) else score_survivor(s, id, seat)
    s = replace(s, walk=None)
    if not is_disputed or len(s.notes) == notes_before:
        return s
    fate_note = replace(s.notes[notes_before], switch="BM-A1")
    return replace(s, notes=(*s.notes[:notes_before], fate_note, *s.notes[notes_before + 1 :]))


def _has_enough(s: BossMonster, id: int) -> bool:
    """Whether his damage reaches his health, where tables differ on his life (BM-A1)."""
    found = s.hero(id)
    return found is not None and found[1].taken >= found[1].health


def _is_killed(s: BossMonster, id: int) -> bool:
    found = s.hero(id)
    return found is not None and has_lethal_damage(s, found[1])
