"""Set-up before the first turn: BM-01 … BM-08."""

from __future__ import annotations

from rules.boss_monster.hidden.hands import SETUP_PHASE, deal_hands
from rules.boss_monster.model.card_catalogue import boss_cards, card_name, hero_deck, treasure_name
from rules.boss_monster.model.events import Chose, DealtAgain, DealtBosses, Handed
from rules.boss_monster.model.state import BossMonster, Keep, card_task, set_keep, xp_order
from rules.engine import (
    CardFace,
    Cards,
    Choice,
    Event,
    Option,
    Pick,
    Prompt,
    Refused,
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

from .build import build
from .turn import first_turn

PLAYER_COUNTS = range(2, 5)


@carries("BM-01")
def new_game(seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> BossMonster:
    """Create the state of a game for two to four players.

    Raises ``Refused`` for any other number.
    """
    if len(seats) not in PLAYER_COUNTS:
        raise Refused("BM-01", Text("Two to four players can play."))
    s = BossMonster(seats=seats, keeps=(Keep(),) * len(seats), rulings=rulings)
    bosses_ = (at(deal_boss if s.has_virtual_cards else choose_boss, seat) for seat in range(len(seats)))
    return then(s, shuffle_heroes, *bosses_, lay_out, deal_hands if s.has_virtual_cards else hands, build, first_turn)


@auto("BM-03", "BM-62")
def shuffle_heroes(s: BossMonster) -> BossMonster:
    """Build the hero decks for the number of players."""
    normal, epic = (len(hero_deck(len(s.seats), kind, s.is_hard_mode)) for kind in (False, True))
    s = replace(s, normal=normal, epic=epic)
    text = Text("Shuffle {n} normal heroes and {epic} epic ones", n=normal, epic=epic)
    return note(s, "BM-03", text, task=card_task(s, text))


def deal_boss_prompt(s: BossMonster, seat: int) -> Prompt:
    """Prompt by which the app deals one boss, or two where the table chooses."""
    faces = tuple(CardFace(key, Text("{name}", name=card_name(key)), "") for key in _free_bosses(s))
    n = 2 if s.ruling("choose", "off") == "on" else 1
    does = Template(DealtBosses(seat), (Cards("cards", faces, n, n, "deck"),))
    dealt = Choice(Text("{who} draws", who=s.seats[seat]), does, role="default", seat=seat)
    return Prompt((seat,), Text("{who} draws", who=s.seats[seat]), "BM-04", (dealt,), phase=SETUP_PHASE)


def _free_bosses(s: BossMonster) -> tuple[str, ...]:
    taken = {*(keep.boss for keep in s.keeps), *s.refused_bosses}
    return tuple(key for key in boss_cards() if key not in taken)


@asks("BM-04", "BM-60", prompt=deal_boss_prompt)
def deal_boss(s: BossMonster, event: DealtBosses, seat: int) -> BossMonster:
    """Give the boss to the player; of two, the player keeps one."""
    one, *other = event.cards
    return then(s, at(choose_boss, seat, one, *other)) if other else choose_boss(s, Chose(seat, one), seat)


def choose_boss_prompt(s: BossMonster, seat: int, *dealt: str) -> Prompt:
    """Ask which boss a player has, or which of two dealt ones is kept."""
    left = tuple(Option(key, card_name(key), _printed(key)) for key in dealt or _free_bosses(s))
    title = Text("Which boss does {who} have?", who=s.seats[seat])
    if s.ruling("choose", "off") == "on":
        title = Text("{who} is dealt two bosses and keeps one: which?", who=s.seats[seat])
    does = Template(Chose(seat, ""), (Pick("boss", left),))
    rule = "BM-60" if s.ruling("choose", "off") == "on" else "BM-04"
    label = Text("{what}", what=Text("Name the boss"))
    return Prompt((seat,), title, rule, (Choice(label, does, role="default", seat=seat),), phase=SETUP_PHASE)


def _printed(key: str) -> Text:
    return Text("{n} XP, {treasure}", n=boss_cards()[key].xp, treasure=treasure_name(boss_cards()[key].treasure))


@asks("BM-04", "BM-60", prompt=choose_boss_prompt)
def choose_boss(s: BossMonster, event: Chose, seat: int, *dealt: str) -> BossMonster:
    """Assign a boss; where two were dealt, the other one goes back into the box."""
    text = Text("{who} is {boss}: {n} XP", who=s.seats[seat], boss=card_name(event.boss), n=boss_cards()[event.boss].xp)
    refused = tuple(key for key in dealt if key != event.boss)
    s = replace(set_keep(s, seat, boss=event.boss), refused_bosses=(*s.refused_bosses, *refused))
    return note(s, "BM-04", text)


@auto("BM-04", "BM-05")
def lay_out(s: BossMonster) -> BossMonster:
    """Set the order of play: highest XP first in every phase.

    Rooms will lie left of the boss, souls and wounds right of it.
    """
    s = replace(s, active=xp_order(s)[0])
    names = ", ".join(s.seats[seat] for seat in xp_order(s))
    s = note(s, "BM-04", Text("The order by XP: {names}", names=names))
    return note(s, "BM-05", Text("Rooms lie left of the boss, souls and wounds right of it"))


def hands_prompt(s: BossMonster) -> Prompt:
    """Ask whether all have drawn and discarded, and who redraws a bad hand."""
    again = tuple(
        Choice(Text("{who} draws a new hand", who=s.seats[seat]), Template(DealtAgain(seat)), seat=seat)
        for seat in xp_order(s)
        if not s.keeps[seat].dealt_again or s.ruling("BM-A22") == "again"
    )
    title = Text("Draw five rooms and two spells each, and discard two face down")
    stake = Text("Four advanced rooms, or four of one treasure: a new hand")
    ready = Choice(Text("Everybody has discarded"), Template(Handed()), role="default")
    return Prompt(s.every_seat, title, "BM-06", (ready, *again), stake, SETUP_PHASE)


@asks("BM-06", "BM-07", prompt=hands_prompt)
def hands(s: BossMonster, event: Event) -> BossMonster:
    """Finish the first hands, or record that a bad hand was redrawn."""
    if not isinstance(event, DealtAgain):
        return note(s, "BM-06", Text("The hands are ready"))
    text = Text("{who} shuffles the hand back and draws again", who=s.seats[event.seat])
    task = card_task(s, Text("shuffle the hand back and draw five rooms and two spells"))
    s = note(s, "BM-07", text, switch="BM-A22", seat=event.seat, task=task)
    return then(set_keep(s, event.seat, dealt_again=True), hands)
