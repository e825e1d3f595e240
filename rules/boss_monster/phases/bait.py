"""Bait phase: each hero goes where most treasure of his class is; BM-26 … BM-29."""

from __future__ import annotations

from rules.boss_monster.model.card_catalogue import COUNTED_TREASURES, FOOL, TREASURE_NAMES
from rules.boss_monster.model.dungeon import lure
from rules.boss_monster.model.events import Lured
from rules.boss_monster.model.state import (
    TOWN,
    BossMonster,
    Hero,
    add_hero,
    card_task,
    hero_name,
    hero_subject,
    remove_hero,
    xp_order,
)
from rules.engine import Choice, Prompt, Step, Template, Text, asks, at, auto, carries, join_names, note, then
from rules.engine.record import replace

BAIT_PHASE = Text("Bait")


@auto("BM-28", "BM-63")
def bait(s: BossMonster) -> BossMonster:
    """Process the heroes in town in order of arrival; nothing may be played now."""
    s = replace(s, phase="bait")
    return then(s, *(_lure_step(hero) for hero in s.town))


def _lure_step(hero: Hero) -> Step:
    return at(fooled, hero.id) if hero.card.klass == FOOL else at(lured, hero.id)


@carries("BM-26")
def most_treasure_seats(s: BossMonster, klass: str) -> tuple[int, ...]:
    """Seats with the most treasure of a class, if anybody has any; several in a tie."""
    counts = {seat: 0 if klass == FOOL else lure(s, seat, klass) for seat in s.seats_in_game}
    most = max(counts.values(), default=0)
    return tuple(seat for seat, n in counts.items() if n == most and n > 0)


@carries("BM-26", "BM-27")
def luring_seat(s: BossMonster, klass: str) -> int:
    """Seat whose dungeon alone has the most treasure of a class; −1 for a tie or none."""
    found = most_treasure_seats(s, klass)
    return found[0] if len(found) == 1 else TOWN


@auto("BM-26", "BM-27", "BM-29")
def lured(s: BossMonster, id: int) -> BossMonster:
    """Move a hero to the entrance of the dungeon that lures him.

    With a tie, or without treasure of his class, he stays in town.
    """
    found = s.hero(id)
    return _move_lured(s, found[1], luring_seat(s, found[1].card.klass)) if found else s


def _move_lured(s: BossMonster, hero: Hero, seat: int) -> BossMonster:
    name, what = hero_name(hero), TREASURE_NAMES[hero.card.klass]
    if seat == TOWN:
        level = most_treasure_seats(s, hero.card.klass)
        if not level:
            return note(s, "BM-27", Text("{hero} stays in town: nobody has {what}", hero=name, what=what))
        who, has = join_names([s.seats[each] for each in level]), _treasure_text(s, level[0], hero)
        return note(s, "BM-27", Text("{hero} stays in town: {who} tie ({what})", hero=name, who=who, what=has))
    s = add_hero(remove_hero(s, hero.id), hero, seat)
    text = Text("{hero} goes to {who}", hero=name, who=s.seats[seat])
    if hero.card.klass != FOOL:
        has = _treasure_text(s, seat, hero)
        text = Text("{hero} goes to {who} ({what})", hero=name, who=s.seats[seat], what=has)
    task = card_task(s, Text("put {hero} at your entrance", hero=name))
    return note(s, "BM-26", text, kind="moved", subject=hero_subject(hero), seat=seat, task=task)


def _treasure_text(s: BossMonster, seat: int, hero: Hero) -> Text:
    return COUNTED_TREASURES[hero.card.klass].with_args(n=lure(s, seat, hero.card.klass))


def fooled_prompt(s: BossMonster, id: int) -> Prompt:
    """Ask where the Fool goes, as his card says."""
    seats = tuple(
        Choice(Text("{who}", who=s.seats[seat]), Template(Lured(seat)), role="default", seat=seat)
        for seat in xp_order(s)
    )
    stays = Choice(Text("He stays in town"), Template(Lured(TOWN)))
    return Prompt(
        (s.active,), Text("Where does the Fool go, as his card says?"), "BM-26", (*seats, stays), phase=BAIT_PHASE
    )


@asks("BM-26", prompt=fooled_prompt)
def fooled(s: BossMonster, event: Lured, id: int) -> BossMonster:
    """Move the Fool, who has no treasure of his own, where his card says."""
    found = s.hero(id)
    return _move_lured(s, found[1], event.seat) if found else s
