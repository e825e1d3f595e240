"""Start of a turn: heroes come to town, everybody draws a room; BM-20."""

from __future__ import annotations

from rules.boss_monster.effects.verbs import Case, happens
from rules.boss_monster.hidden.hands import draw_a_room
from rules.boss_monster.model.card_catalogue import HeroCard, deck, hero_called, kind_key, kind_name, kinds
from rules.boss_monster.model.events import Arrived, DrewHero, NamedHero
from rules.boss_monster.model.state import WHAT, BossMonster, Hero, hero_name, number, order, put_hero
from rules.engine import (
    Cards,
    Change,
    Choice,
    Event,
    Face,
    Option,
    Pick,
    Prompt,
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

from .end_of_turn import decks_out

TOWN_STEP = Text("Heroes come to town")


@auto("BM-20", "BM-63")
def arrive(s: BossMonster) -> BossMonster:
    """Start a turn: reveal one hero for each player, the normal ones before the epic ones."""
    s = replace(s, phase="start", turn=s.turn + 1, active=order(s)[0])
    return then(s, *(at(reveal_hero, int(epic)) for epic in coming(s)))


@carries("BM-20", "BM-36")
def coming(s: BossMonster) -> tuple[bool, ...]:
    """For each hero who comes now, whether he is epic.

    The number does not change as players lose (BM-A5).
    """
    wanted = len(s.seats) if s.ruling("BM-A5") == "seats" else len(s.alive)
    normal = min(wanted, s.normal)
    late = s.ruling("BM-A17") == "lured" and (normal > 0 or any(not hero.card.epic for hero in s.town))
    epic = 0 if late else min(wanted - normal, s.epic)
    return (False,) * normal + (True,) * epic


def reveal_hero_prompt(s: BossMonster, epic: int) -> Prompt:
    """Ask which hero comes to town."""
    title = Text("An epic hero comes to town: who?") if epic else Text("A hero comes to town: who?")
    left = Text("{n} left, and {epic} epic", n=s.normal, epic=s.epic)
    choices = drawn(s, bool(epic)) if s.virtual and unmet(s, bool(epic)) else from_deck(s, bool(epic))
    return Prompt((s.active,), title, "BM-20", choices, left, TOWN_STEP)


@asks("BM-20", "BM-28", prompt=reveal_hero_prompt)
def reveal_hero(s: BossMonster, event: Event, epic: int) -> BossMonster:
    """Add the hero to town, behind those who came before."""
    card = said(s, event)
    before = s.epic if card.epic else s.normal
    s, id = number(revealed(s, card))
    hero = Hero(id, card)
    text = Text("{hero} comes to town", hero=hero_name(hero))
    what, left = ("epic", s.epic) if card.epic else ("normal", s.normal)
    drawn = Change(f"heroes.{what}", Text("the table"), WHAT[what], before, left) if before != left else None
    s = note(put_hero(s, hero, -1), "BM-20", text, change=drawn)
    return decks_out(s) if s.ruling("BM-A18") == "once" else s


def revealed(s: BossMonster, card: HeroCard) -> BossMonster:
    """Remove a hero from his deck."""
    s = replace(s, epic=max(0, s.epic - 1)) if card.epic else replace(s, normal=max(0, s.normal - 1))
    return replace(s, met=(*s.met, card.key)) if s.virtual else s


def unmet(s: BossMonster, epic: bool) -> tuple[str, ...]:
    """Heroes of a virtual deck that have not come yet, in no order."""
    return tuple(key for key in deck(len(s.seats), epic, s.hard) if key not in s.met)


def drawn(s: BossMonster, epic: bool) -> tuple[Choice, ...]:
    """Choice by which the app draws one of the heroes that are left."""
    cards = deck(len(s.seats), epic, s.hard)
    faces = tuple(Face(key, Text("{name}", name=hero_called(cards[key])), "") for key in unmet(s, epic))
    return (Choice(Text("A hero comes"), Template(DrewHero(), (Cards("cards", faces, 1, 1, "deck"),)), role="usual"),)


def said(s: BossMonster, event: Event) -> HeroCard:
    """The hero card of an event: given by name, by kind, or drawn.

    Raises ``TypeError`` for any other event.
    """
    players = len(s.seats)
    event = NamedHero(*event.cards) if isinstance(event, DrewHero) else event
    for epic in (False, True):
        named = deck(players, epic, s.hard)
        if isinstance(event, NamedHero) and event.hero in named:
            return named[event.hero]
        for kind in kinds(players, epic, s.hard):
            if isinstance(event, Arrived) and kind_key(kind) == event.kind:
                return kind
    raise TypeError(event)


def from_deck(s: BossMonster, epic: bool) -> tuple[Choice, ...]:
    """Choices of heroes that can come from a deck: by class and health, or by name."""
    cards, known = deck(len(s.seats), epic, s.hard), kinds(len(s.seats), epic, s.hard)
    kind = tuple(Option(kind_key(kind), kind_name(kind)) for kind in known)
    left = [key for key in cards if key not in s.met] or list(cards)
    named = tuple(Option(key, hero_called(cards[key]), kind_name(cards[key])) for key in left)
    return (
        Choice(Text("Class and health"), Template(Arrived(""), (Pick("kind", kind),)), role="usual"),
        Choice(Text("By name"), Template(NamedHero(""), (Pick("hero", named),))),
    )


@auto("BM-20", "BM-44")
def draw_rooms(s: BossMonster) -> BossMonster:
    """Let everybody draw one room; no card may be used in this phase."""
    s = note(s, "BM-20", Text("Everybody draws one room"))
    for seat in reversed(order(s)):
        s = happens(then(s, at(draw_a_room, seat)) if s.virtual else s, "drawn", Case(seat))
    return s
