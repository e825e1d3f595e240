"""RD-12 … RD-27: the steps of the turn, in the rulebook's order."""

from __future__ import annotations

from rules.darkmoor.abilities.ability import ABILITY_PHASE, ability, learn_types
from rules.darkmoor.model.cards import card_hole
from rules.darkmoor.model.events import Declined, Played, TurnedUp
from rules.darkmoor.model.horde import add_to_horde, attackable_hordes, horde_peril
from rules.darkmoor.model.state import (
    HAND_SIZE,
    NOBODY,
    RULEBOOK,
    Darkmoor,
    Minion,
    hero_deck_change,
    hero_name,
    minion_name,
    names_out_of_reach,
    place_name,
    player_change,
    set_player,
)
from rules.engine import Choice, Event, Prompt, Step, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace

from .attack import check_peril
from .scoring import SCORING_STEPS

HERO_PHASE = Text("The next hero")


# --- 1: playing a minion -----------------------------------------------------------------------------------------


@auto("RD-12")
def begin_turn(s: Darkmoor) -> Darkmoor:
    """Ask the active player for a card; without one in hand that step is skipped (RD-A6)."""
    s = replace(s, turn=s.turn + 1, phase="play", attacks=0, is_turn_unplayed=False)
    player = s.players[s.active]
    if player.hand:
        return then(s, at(play, "turn"))
    if not any(p.hand or p.deck for p in s.players) and not attackable_hordes(s):
        s = note(s, "RD-27", Text("Nobody has a card left: the last heroes stay away"), switch="RD-A6")
        return replace(s, agenda=SCORING_STEPS, is_turn_unplayed=True)
    return note(s, "RD-27", Text("{who} has no card in hand", who=s.seats[s.active]), switch="RD-A6")


def play_prompt(s: Darkmoor, why: str) -> Prompt:
    """Ask where a minion is played and which; only what a card allows may be declined."""
    places = tuple(_play_choice(s, k) for k in range(len(s.places)))
    who = s.seats[s.active]
    if not s.players[s.active].hand and why != "more":  # set to 0 by hand since; the card may lie on the table already
        places = (*places, Choice(Text("No card in hand"), Template(Declined()), seat=s.active))
    if why == "turn":
        title, phase = Text("{who} plays a minion: where?", who=who), Text("1 · Play a card")
        return Prompt((s.active,), title, "RD-14", places, _hero_stake(s), phase)
    if why == "must":
        title = Text("{who} plays one more minion: where?", who=who)
        return Prompt((s.active,), title, "RD-14", places, _hero_stake(s), ABILITY_PHASE)
    no = Choice(Text("No other minion"), Template(Declined()), seat=s.active)
    title = Text("{who} may play one more minion: where?", who=who)
    return Prompt((s.active,), title, "RD-14", (*places, no), _hero_stake(s), ABILITY_PHASE)


def _hero_stake(s: Darkmoor) -> Text | None:
    if s.hero is None:
        return None
    return Text("{hero} attacks at peril {n} or more", hero=hero_name(s), n=s.hero.threshold)


def _play_choice(s: Darkmoor, place: int) -> Choice:
    n = horde_peril(s, place)
    follows = Text("peril {n} of {most}", n=n, most=s.hero.threshold) if s.hero else Text("peril {n}", n=n)
    follows = follows if s.places[place].horde else Text("a new horde")
    does = Template(Played(place), (card_hole("minions"),))
    return Choice(Text("{place}", place=place_name(s, place)), does, follows, role="default", seat=None)


@asks("RD-14", prompt=play_prompt)
def play(s: Darkmoor, event: Event, why: str) -> Darkmoor:
    """Put the minion at the back of a horde or in a new one; then abilities trigger."""
    if not isinstance(event, Played):
        return s
    s = replace(s, numbered=s.numbered + 1)
    minion = Minion(s.numbered, s.active, event.cards[0])
    hand = s.players[s.active].hand
    s = set_player(s, s.active, hand=max(0, hand - 1))
    s = add_to_horde(s, minion, event.place)
    name, place = minion_name(s, minion), place_name(s, event.place)
    played = Text("{minion} is played at {place}", minion=name, place=place)
    s = note(s, "RD-14", played, player_change(s, s.active, "hand", hand) if hand else None)
    here = at(ability, f"place.{event.place}", "played", minion.id)
    return then(s, learn_types, here, at(ability, f"minion.{minion.id}", "played"))


# --- 3: the next hero --------------------------------------------------------------------------------------------


@auto("RD-26")
def next_hero(s: Darkmoor) -> Darkmoor:
    """Reveal the next hero if there is none; without any left the game is scored."""
    s = replace(s, phase="hero")
    if s.hero is not None:
        return s
    if s.heroes == 0:
        s = note(s, "RD-26", Text("There is no hero left: the final scoring"))
        return replace(s, agenda=SCORING_STEPS)
    again = s.attacks and s.ruling("RD-A4") == "yes"
    return then(s, reveal, *((check_peril, next_hero) if again else ()))


def reveal_prompt(s: Darkmoor) -> Prompt:
    """Ask who the next hero is."""
    does = Template(TurnedUp(), (card_hole("heroes", names_out_of_reach(s, "heroes")),))
    title = Text("The next hero is revealed: who is it?")
    if s.phase == "setup":
        title = Text("The first hero is revealed: who is it?")
    left = Text("{n} hero left", "{n} heroes left", n=s.heroes)
    rule, phase = ("RD-05", Text("Set-up")) if s.phase == "setup" else ("RD-26", HERO_PHASE)
    seats = s.every_seat if s.phase == "setup" else (s.active,)
    return Prompt(seats, title, rule, (Choice(Text("Name the hero"), does, role="default"),), left, phase)


@asks("RD-05", "RD-26", prompt=reveal_prompt)
def reveal(s: Darkmoor, event: TurnedUp) -> Darkmoor:
    """Put the hero before the hordes; the horde zone lies between him and the locations."""
    before = s.heroes
    s = replace(s, hero=event.cards[0], heroes=max(0, before - 1))
    text = Text("{hero} attacks at peril {n} or more", hero=hero_name(s), n=event.cards[0].threshold)
    s = note(s, "RD-05" if s.phase == "setup" else "RD-26", text, hero_deck_change(s, before) if before else None)
    s = then(s, learn_types)
    return RULEBOOK.note_ruling(s, "RD-A4", "RD-26") if s.attacks and attackable_hordes(s) else s


# --- 4: draw -----------------------------------------------------------------------------------------------------


@carries("RD-06", "RD-27")
def draw_up(s: Darkmoor, rule: str, seat: int) -> Darkmoor:
    """Draw up to five cards; a deck that runs out gives what it has, or is reshuffled (RD-A6)."""
    player = s.players[seat]
    wanted = max(0, HAND_SIZE - player.hand)
    if wanted > player.deck and player.discard:
        s = (
            _reshuffle_discard(s, rule, seat)
            if s.ruling("RD-A6") == "reshuffle"
            else RULEBOOK.note_ruling(s, "RD-A6", rule)
        )
    deck = s.players[seat].deck
    drawn = min(wanted, deck)
    if not drawn:
        return s
    s = set_player(s, seat, hand=player.hand + drawn, deck=deck - drawn)
    text = Text("{who} draws {n} card", "{who} draws {n} cards", who=s.seats[seat], n=drawn)
    return note(
        s,
        rule,
        text,
        player_change(s, seat, "hand", player.hand),
        other_changes=(player_change(s, seat, "deck", deck),),
    )


def _reshuffle_discard(s: Darkmoor, rule: str, seat: int) -> Darkmoor:
    player, text = s.players[seat], Text("{who} shuffles the discard: it is the deck now", who=s.seats[seat])
    s = set_player(s, seat, deck=player.deck + len(player.discard), discard=())
    change, task = player_change(s, seat, "deck", player.deck), Text("shuffle your discard: it is your deck now")
    return note(s, rule, text, change, switch="RD-A6", seat=seat, task=task)


@auto("RD-27")
def end_turn(s: Darkmoor) -> Darkmoor:
    """Let the active player draw up to five; the turn goes to the left."""
    s = draw_up(replace(s, phase="draw"), "RD-27", s.active)
    s = replace(s, active=(s.active + 1) % len(s.seats), attacked=NOBODY)
    return then(s, *TURN_STEPS)


TURN_STEPS: tuple[Step, ...] = (at(begin_turn), at(check_peril), at(next_hero), at(end_turn))
"""The steps of a whole turn, next first."""
