"""Start of a turn: heroes come to town, everybody draws a room; BM-20."""

from __future__ import annotations

from rules.boss_monster.hidden.hands import draw_a_room, spell_instead_room
from rules.boss_monster.model.card_catalogue import (
    HeroCard,
    card_name,
    hero_card_name,
    hero_deck,
    hero_kind_key,
    hero_kind_name,
    hero_kinds,
)
from rules.boss_monster.model.events import Arrived, DrewHero, NamedHero
from rules.boss_monster.model.state import (
    NUMBER_NAMES,
    RULEBOOK,
    BossMonster,
    Hero,
    add_hero,
    allocate_id,
    card_task,
    hero_name,
    xp_order,
)
from rules.engine import (
    CardFace,
    Cards,
    Change,
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
    carries,
    note,
    then,
)
from rules.engine.record import replace

from .end_of_turn import end_if_no_heroes

TOWN_PHASE = Text("Heroes come to town")


@auto("BM-20", "BM-63")
def arrive(s: BossMonster) -> BossMonster:
    """Start a turn: reveal one hero for each player, the normal ones before the epic ones."""
    s = _note_disputed_arrivals(replace(s, phase="start", turn=s.turn + 1, active=xp_order(s)[0]))
    arriving = arriving_heroes(s)
    return then(s, *(at(reveal_hero, int(epic), n, len(arriving)) for n, epic in enumerate(arriving, start=1)))


@carries("BM-20", "BM-36")
def arriving_heroes(s: BossMonster) -> tuple[bool, ...]:
    """For each hero who comes now, whether he is epic.

    The number does not change as players lose (BM-A5).
    """
    return _arriving(s, s.ruling("BM-A5"), s.ruling("BM-A17"))


def _arriving(s: BossMonster, counted: str, epic_from: str) -> tuple[bool, ...]:
    """Heroes who come by those readings of BM-A5 and BM-A17."""
    wanted = len(s.seats) if counted == "seats" else len(s.seats_in_game)
    normal = min(wanted, s.normal)
    late = epic_from == "lured" and (normal > 0 or any(not hero.card.epic for hero in s.town))
    epic = 0 if late else min(wanted - normal, s.epic)
    return (False,) * normal + (True,) * epic


def _note_disputed_arrivals(s: BossMonster) -> BossMonster:
    """Name the switch that decides how many heroes come, where tables differ on it."""
    for id in ("BM-A5", "BM-A17"):
        settled = {"BM-A5": s.ruling("BM-A5"), "BM-A17": s.ruling("BM-A17")}
        readings = {_arriving(s, *{**settled, id: reading}.values()) for reading in RULEBOOK.readings(id)}
        s = RULEBOOK.note_ruling(s, id, "BM-20") if len(readings) > 1 else s
    return s


def reveal_hero_prompt(s: BossMonster, epic: int, n: int = 1, most: int = 1) -> Prompt:
    """Ask which hero comes to town: the ``n``-th of those who come this turn."""
    title = Text("An epic hero comes to town: who?") if epic else Text("A hero comes to town: who?")
    if most > 1:
        title = Text("Hero {n} of {most} comes to town: who?", n=n, most=most)
        title = Text("Hero {n} of {most} comes to town, an epic one: who?", n=n, most=most) if epic else title
    epics = Text("{n} epic", "{n} epic", n=s.epic)
    left = Text("{n} left, and {epics}", "{n} left, and {epics}", n=s.normal, epics=epics)
    choices = (
        draw_hero_choices(s, bool(epic))
        if s.has_virtual_cards and undrawn_heroes(s, bool(epic))
        else hero_choices(s, bool(epic))
    )
    return Prompt(s.seats_in_game, title, "BM-20", choices, left, TOWN_PHASE)


@asks("BM-20", "BM-28", prompt=reveal_hero_prompt)
def reveal_hero(s: BossMonster, event: Event, epic: int, n: int = 1, most: int = 1) -> BossMonster:
    """Add the hero to town, behind those who came before."""
    card = hero_of_event(s, event)
    before = s.epic if card.epic else s.normal
    s, id = allocate_id(remove_from_hero_deck(s, card))
    hero = Hero(id, card)
    text = Text("{hero} comes to town", hero=hero_name(hero))
    what, left = ("epic", s.epic) if card.epic else ("normal", s.normal)
    drawn = Change(f"heroes.{what}", Text("the table"), NUMBER_NAMES[what], before, left) if before != left else None
    s = note(add_hero(s, hero, -1), "BM-20", text, change=drawn)
    return end_if_no_heroes(s) if s.ruling("BM-A18") == "once" else s


def remove_from_hero_deck(s: BossMonster, card: HeroCard) -> BossMonster:
    """Remove a hero from his deck."""
    s = replace(s, epic=max(0, s.epic - 1)) if card.epic else replace(s, normal=max(0, s.normal - 1))
    return replace(s, met=(*s.met, card.key)) if s.has_virtual_cards else s


def undrawn_heroes(s: BossMonster, epic: bool) -> tuple[str, ...]:
    """Heroes of a virtual deck that have not come yet, in no order."""
    return tuple(key for key in hero_deck(len(s.seats), epic, s.is_hard_mode) if key not in s.met)


def draw_hero_choices(s: BossMonster, epic: bool) -> tuple[Choice, ...]:
    """Choice by which the app draws one of the heroes that are left."""
    cards = hero_deck(len(s.seats), epic, s.is_hard_mode)
    faces = tuple(CardFace(key, Text("{name}", name=hero_card_name(cards[key])), "") for key in undrawn_heroes(s, epic))
    return (Choice(Text("A hero comes"), Template(DrewHero(), (Cards("cards", faces, 1, 1, "deck"),)), role="default"),)


def hero_of_event(s: BossMonster, event: Event) -> HeroCard:
    """The hero card of an event: given by name, by kind, or drawn.

    Raises ``TypeError`` for any other event.
    """
    match event:
        case DrewHero(cards=(key,)) | NamedHero(key) | Arrived(key):
            return hero_of_key(s, key)
    raise TypeError(event)


def hero_of_key(s: BossMonster, key: str) -> HeroCard:
    """The hero card of a name, or of a class and health (``c.4``).

    Raises ``KeyError`` if there is none in the decks of this table.
    """
    found: dict[str, HeroCard] = {}
    for epic in (False, True):
        found.update({hero_kind_key(kind): kind for kind in hero_kinds(len(s.seats), epic, s.is_hard_mode)})
        found.update(hero_deck(len(s.seats), epic, s.is_hard_mode))
    return found[key]


def keys_of_heroes_there(s: BossMonster) -> frozenset[str]:
    """Return the keys of the named heroes at the table.

    They are in town, in dungeons and in score areas; each exists once (BM-02).
    """
    scored = (scored.hero for keep in s.keeps for scored in keep.score)
    there = (*(hero for _, hero in s.heroes()), *scored)
    return frozenset(hero.card.key for hero in there if hero.card.key)


def hero_choices(s: BossMonster, epic: bool) -> tuple[Choice, ...]:
    """Choices of heroes that can come from a deck: by class and health, or by name."""
    cards, known = hero_deck(len(s.seats), epic, s.is_hard_mode), hero_kinds(len(s.seats), epic, s.is_hard_mode)
    kind = tuple(Option(hero_kind_key(kind), hero_kind_name(kind)) for kind in known)
    there = {*s.met, *keys_of_heroes_there(s)}
    left = [key for key in cards if key not in there] or list(cards)
    named = tuple(Option(key, hero_card_name(cards[key]), hero_kind_name(cards[key])) for key in left)
    return (
        Choice(Text("Class and health"), Template(Arrived(""), (Pick("kind", kind),)), role="default"),
        Choice(Text("By name"), Template(NamedHero(""), (Pick("hero", named),))),
    )


@auto("BM-20", "BM-44")
def draw_rooms(s: BossMonster) -> BossMonster:
    """Let everybody draw one room; no card may be used in this phase."""
    rooms = {seat: spell_instead_room(s, seat) for seat in xp_order(s)}
    if not any(rooms.values()):
        text = Text("Everybody draws one room")
        s = note(s, "BM-20", text, task=card_task(s, text))
    for seat, room in rooms.items() if any(rooms.values()) else ():
        s = _note_draw(s, seat, room)
    return then(s, *(at(draw_a_room, seat) for seat in rooms)) if s.has_virtual_cards else s


def _note_draw(s: BossMonster, seat: int, room: str) -> BossMonster:
    """Log what one player draws: a room, or a spell where the effect of a ``room`` allows it."""
    text, task = Text("{who} draws one room", who=s.seats[seat]), Text("draw one room")
    if room:
        named = {"card": card_name(room)}
        text = Text("{card}: {who} draws a room or a spell", who=s.seats[seat], **named)
        task = Text("draw a room or a spell ({card})", **named)
    return note(s, "BM-20", text, seat=seat, task=card_task(s, task))
