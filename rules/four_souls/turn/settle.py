"""State-based rules, applied after every event and step: deaths, souls, empty slots."""

from __future__ import annotations

from collections.abc import Callable

from rules import stack
from rules.engine import Outcome, Text, at, auto, carries, note, then
from rules.engine.numbers_only import keep_question
from rules.engine.record import once_per_object, replace, resting
from rules.engine.step import step_name
from rules.four_souls.board.bonus_souls import award_bonus_souls
from rules.four_souls.board.continuous import apply_continuous_effects
from rules.four_souls.board.item_loss import reconcile_named_items, say_gone
from rules.four_souls.board.rooms import refill_empty_rooms
from rules.four_souls.board.slots import force_one, is_forced_choice_obsolete, is_refill_obsolete, reveal
from rules.four_souls.board.solo import finish_solo_game
from rules.four_souls.combat.attack import leave_combat
from rules.four_souls.combat.attackable import update_attackable_items, update_rivals
from rules.four_souls.combat.damage import are_preventions_obsolete, order_preventions
from rules.four_souls.combat.death import monster_death_item, player_death_item
from rules.four_souls.combat.dice import reroll, roll_die, slot_after_die
from rules.four_souls.effects.copies import copy_gilded_items
from rules.four_souls.model.cards_beside import index_players
from rules.four_souls.model.catalogue import RULEBOOK, monsters
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import SOULS_TO_WIN, FourSouls, Player, SoulCard, rival_id, set_monster, set_player
from rules.four_souls.stack.priority import (
    next_waiting_items,
    order_together,
    priority,
    put_waiting_on_stack,
    window,
)
from rules.four_souls.stack.simultaneous import is_order_relevant
from rules.four_souls.triggers.card_question import tell
from rules.four_souls.triggers.targeting import aim, choose_way, is_aim_obsolete, is_way_obsolete
from rules.four_souls.triggers.trigger import fire_own_moments
from rules.four_souls.vocabulary.monster_triggers import find_trait, sole_survivor
from rules.four_souls.vocabulary.skipped_priority import skipped_seats
from rules.four_souls.vocabulary.state_changes import queue_item

from .overrides import confirm_death, confirm_monster_death, confirm_time_out, confirm_win, numbers_only

NUMBERS_ONLY = at(numbers_only)
PRIORITY, ROLL_DIE, TELL = at(priority).name, at(roll_die).name, at(tell).name


def settle(s: FourSouls) -> FourSouls:
    """Apply all state-based rules.

    With numbers only, deaths, refills, continuous effects and waiting triggers are left out.
    """
    counts_only = s.depth == "numbers"
    is_asking = counts_only or not WATCHED_QUESTIONS.isdisjoint(map(step_name, s.agenda))
    s = keep_question(s, NUMBERS_ONLY, _note_zeros) if is_asking else s
    s = _settle_board(award_bonus_souls(reconcile_named_items(_clear_victory_marks(s))))
    s = s if counts_only else _reopen_window(_queue_refills(s))
    return _withdraw_stale_questions(s) if is_asking else s


@resting(
    *("players", "slots", "beside", "rivals", "destroyed", "boosts", "rooms", "combat", "active", "phase", "seats"),
    *("rulings", "play_lift", "attacks_lift", "first_attack_roll", "is_first_attack_rolling", "unclaimed", "outcome"),
)
def _settle_board(s: FourSouls) -> FourSouls:
    """Bring what is in play up to date, queue deaths, and end a game that is won."""
    s = _clear_death_marks(s) if _is_anybody_fallen(s) else s
    if s.depth != "numbers":
        s = apply_continuous_effects(update_attackable_items(copy_gilded_items(fire_own_moments(s))))
        s = update_rivals(s)
        s = _monster_deaths(_player_deaths(_cancel_averted_deaths(s))) if _is_anybody_fallen(s) else s
    return _check_victory(s)


def _is_anybody_fallen(s: FourSouls) -> bool:
    """Return whether a player or monster has no life or a mark of a death."""
    return index_players(s.players).has_fallen or any(not one.life or one.doom != "none" for one in s.fighters)


@auto("FS-36", "FS-37")
def order_waiting(s: FourSouls) -> FourSouls:
    """Put what triggers together on the stack, deaths deepest.

    Ask for the order where it matters.
    """
    items = next_waiting_items(s)
    if is_order_relevant(s, items, settle):
        return then(s, at(order_together))
    return put_waiting_on_stack(s, tuple(sorted(items, key=lambda item: item.kind == "triggered")))


def _clear_victory_marks(s: FourSouls) -> FourSouls:
    """Clear the marks of a fourth soul that is gone."""
    if not s.unclaimed:
        return s
    unclaimed = frozenset(seat for seat in s.unclaimed if s.team_souls(seat) >= SOULS_TO_WIN)
    return replace(s, unclaimed=unclaimed) if unclaimed != s.unclaimed else s


def _clear_death_marks(s: FourSouls) -> FourSouls:
    for seat, player in enumerate(s.players):
        if player.life and player.doom in ("asked", "noted"):
            s = set_player(s, seat, doom="none")
    for monster in s.fighters:
        if monster.life and monster.doom in ("asked", "noted"):
            s = set_monster(s, monster.id, doom="none")
    return s


def _withdraw_stale_questions(s: FourSouls) -> FourSouls:
    stale = [step for step in s.agenda if step.name in STALE_QUESTIONS and STALE_QUESTIONS[step.name](s, *step.args)]
    return replace(s, agenda=tuple(step for step in s.agenda if step not in stale)) if stale else s


def _is_player_alive(s: FourSouls, seat: int) -> bool:
    return s.players[seat].doom != "asked"


def _is_monster_gone_or_alive(s: FourSouls, id: int) -> bool:
    monster = s.find_monster(id)
    return monster is None or monster.doom != "asked"


STALE_QUESTIONS: dict[str, Callable[..., bool]] = {
    at(confirm_death).name: _is_player_alive,
    at(confirm_monster_death).name: _is_monster_gone_or_alive,
    at(confirm_win).name: lambda s, seat: seat not in s.unclaimed,
    at(order_preventions).name: are_preventions_obsolete,
    at(reroll).name: lambda s, id: s.find_stack_item(id) is None,
    at(confirm_time_out).name: lambda s: s.countdown > 0 or not s.is_solo,
    at(say_gone).name: lambda s, seat: s.players[seat].unnamed_item_count >= 0,
    at(order_together).name: lambda s: len(next_waiting_items(s)) < 2,
    at(reveal).name: is_refill_obsolete,
    at(force_one).name: is_forced_choice_obsolete,
    at(aim).name: is_aim_obsolete,
    at(choose_way).name: is_way_obsolete,
}
"""Test of each question that may become obsolete while it waits."""
WATCHED_QUESTIONS = frozenset({NUMBERS_ONLY.name, *STALE_QUESTIONS})
"""Names of the questions that state-based rules put or withdraw."""


def _note_zeros(s: FourSouls) -> FourSouls:
    """Mark life at 0 while only numbers were followed as not died in play."""
    for seat, player in enumerate(s.players):
        if player.life == 0 and player.doom == "none":
            s = set_player(s, seat, doom="noted")
    for monster in s.fighters:
        if monster.life == 0 and monster.doom == "none":
            s = set_monster(s, monster.id, doom="noted")
    return s


@carries("FS-82", "FS-88")
def _player_deaths(s: FourSouls) -> FourSouls:
    """Queue the death of each player at 0 life for the stack, once a turn."""
    for seat, player in enumerate(s.players):
        if player.life == 0 and player.doom == "none":
            s = _end_fight_at_zero(
                queue_item(set_player(s, seat, doom="dying"), player_death_item(seat)), fights=_is_fighting(s, seat)
            )
    return s


def _is_fighting(s: FourSouls, seat: int) -> bool:
    return seat == s.active or s.combat == rival_id(seat)


@carries("FS-92")
def _monster_deaths(s: FourSouls) -> FourSouls:
    for monster in s.fighters:
        if monster.life == 0 and monster.doom == "none":
            s = queue_item(set_monster(s, monster.id, doom="dying"), monster_death_item(monster.id, s.active))
            s = _end_fight_at_zero(s, fights=monster.id == s.combat)
    return s


@carries("FS-69")
def _end_fight_at_zero(s: FourSouls, *, fights: bool) -> FourSouls:
    """End the fight at 0 life if the table does not wait for the death to resolve (FS-A26)."""
    if not (s.combat and fights and s.ruling("FS-A26") == "zero"):
        return s
    return leave_combat(RULEBOOK.note_ruling(s, "FS-A26", "FS-69"))


@carries("FS-90")
def _cancel_averted_deaths(s: FourSouls) -> FourSouls:
    for seat, player in enumerate(s.players):
        if player.life and player.doom == "dying":
            s = _cancel_death(set_player(s, seat, doom="none"), "player_death", seat, fights=_is_fighting(s, seat))
    for monster in s.fighters:
        if monster.life and monster.doom == "dying":
            fights = monster.id == s.combat
            s = _cancel_death(set_monster(s, monster.id, doom="none"), "monster_death", monster.id, fights=fights)
    return s


def _cancel_death(s: FourSouls, kind: str, id: int, *, fights: bool) -> FourSouls:
    def stays(item: Item) -> bool:
        return (item.kind, item.target.id) != (kind, id)

    s = note(s, "FS-90", Text("The death does not happen"))
    if s.combat and fights:
        s = RULEBOOK.note_ruling(s, "FS-A26", "FS-69")
    return replace(
        s, stack=stack.filter_items(s.stack, stays), waiting=tuple(item for item in s.waiting if stays(item))
    )


SLOT_FILLING_KINDS = ("refill", "monster_card", "non_monster", "roll", "effect")
"""Kinds of stack items that will fill a monster slot: a card that was no monster does after its die."""


@carries("FS-91", "FS-94", "FS-95", "FS-96")
def _queue_refills(s: FourSouls) -> FourSouls:
    """Queue refills of empty monster slots.

    A slot whose refill or dead monster is on the stack is left out.
    """
    if s.phase == "setup":
        return s
    if all(s.slots):
        return refill_empty_rooms(s)
    busy = {
        item.slot for item in (*s.stack.items, *s.waiting) if item.kind in SLOT_FILLING_KINDS
    } | _slots_being_revealed(s)
    for slot, monster in enumerate(s.slots):
        if monster is None and slot not in busy:
            s = queue_item(s, Item(0, "refill", s.active, slot=slot))
    return refill_empty_rooms(s)


def _slots_being_revealed(s: FourSouls) -> set[int]:
    asked = {int(step.args[0]) for step in s.agenda if step.name == "four_souls.reveal"}
    asked |= {slot_after_die(step) for step in s.agenda}
    return asked | {int(step.args[3]) for step in s.agenda if step.name == TELL and step.args[3:]}


def _reopen_window(s: FourSouls) -> FourSouls:
    """Put waiting items on the stack before anybody acts.

    The priority window opens anew; with FS-A26, a due attack roll waits.
    """
    if s.combat and (s.find_monster(s.combat) is None or s.players[s.active].doom == "dead"):
        s = leave_combat(s)
    if not s.agenda:
        return s
    step = s.agenda[0]
    if step.name == PRIORITY and (next_waiting_items(s) or skipped_seats(s)):
        return replace(s, agenda=(at(window, *step.args), *s.agenda[1:]))
    if step.name == ROLL_DIE and step.args[0] == "attack" and next_waiting_items(s):
        return then(s, at(window, "between"))
    return s


@once_per_object
def _souls_of(players: tuple[Player, ...]) -> tuple[bool, int, int]:
    """Return whether a soul ends the game, the souls of all together, and the most of one."""
    counts, ends_game = zip(*[_count_souls(player.souls) for player in players], strict=True)
    return any(ends_game), sum(counts), max(counts)


@once_per_object
def _count_souls(cards: tuple[SoulCard, ...]) -> tuple[int, bool]:
    """Return how many souls the cards are, and whether one of them ends the game."""
    return sum(card.worth for card in cards), any(map(_ends_game, cards))


def _ends_game(soul: SoulCard) -> bool:
    card = monsters().get(soul.name)
    return card is not None and find_trait(card, "last_soul") is not None


@carries("FS-109")
def _win_by_most_souls(s: FourSouls) -> FourSouls:
    """End the game by a card: whoever has the most souls wins, on a tie all of them."""
    if s.is_solo:
        return finish_solo_game(s)
    most = max(player.soul_count for player in s.players)
    winners = tuple(seat for seat, player in enumerate(s.players) if player.soul_count == most)
    s = note(s, "FS-109", Text("The game is over: whoever has the most souls wins"), kind="win")
    return replace(s, outcome=Outcome(winners, "FS-109"))


@carries("FS-02", "FS-107", "FS-109")
def _check_victory(s: FourSouls) -> FourSouls:
    """End the game when a player has four souls, or by a card that says who wins.

    If several players reach four at the same time, all of them or the first in turn order wins (FS-A10).
    """
    ends_game, together, most = _souls_of(s.players)
    if ends_game and not s.outcome:
        return _win_by_most_souls(s)
    winner = sole_survivor(s) if index_players(s.players).has_fallen and not s.outcome else -1
    if winner >= 0:
        s = note(s, "FS-109", Text("{who} is the only one left alive and wins", who=s.seats[winner]), kind="win")
        return replace(s, outcome=Outcome((winner,), "FS-109"))
    if together < SOULS_TO_WIN or (most < SOULS_TO_WIN and not s.is_solo):
        return s
    enough = (seat for seat in range(len(s.seats)) if s.team_souls(seat) >= SOULS_TO_WIN)
    winners = tuple(seat for seat in enough if seat not in s.unclaimed)
    if not winners or s.outcome:
        return s
    if s.is_solo:
        return finish_solo_game(s)
    if len(winners) > 1:
        s, how = RULEBOOK.apply_ruling(s, "FS-A10", "FS-109")
        first = next(seat for seat in s.seats_from(s.active) if seat in winners)
        winners = winners if how == "tie" else (first,)
    s = note(s, "FS-109", Text("Four souls: the game is won"), kind="win")
    return replace(s, outcome=Outcome(winners, "FS-109"))
