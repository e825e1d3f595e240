"""The turn and its steps, in the rulebook's order (FS-38 … FS-53)."""

from __future__ import annotations

from operator import is_

from rules import stack
from rules.engine import Step, Text, at, auto, carries, note, then
from rules.engine.record import changed, replace
from rules.four_souls.board.item_gain import recharge_single, recharged
from rules.four_souls.board.rooms import after_discarding, before_healing
from rules.four_souls.board.solo import tick_after_round
from rules.four_souls.board.temporary import clear_forced, end_boosts
from rules.four_souls.effects.copies import end_copies, end_copies_of_turn
from rules.four_souls.model.cards_beside import rooms_in_play
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import HAND_LIMIT, FourSouls, set_monster, set_player
from rules.four_souls.stack.priority import window
from rules.four_souls.triggers.lasting import fire_owed
from rules.four_souls.triggers.trigger import fire_room, fire_triggers
from rules.four_souls.vocabulary.measures import passive_total
from rules.four_souls.vocabulary.state_changes import allocate_id, gain, note_number_change

# --- start phase -------------------------------------------------------------------------------------------------


@auto("FS-38", "FS-40", "FS-41")
def recharge(s: FourSouls) -> FourSouls:
    """Turn the active player's items and character upright."""
    s = replace(clear_forced(s), turn=s.turn + 1, phase="start", attacks=0, deck_attacks=0, killed=0)
    s = replace(s, loot_plays=0, purchases=0, combat=0, ending=False, first_attack_roll=0, rolled=(), last_roll=())
    s = replace(s, stack=stack.give_priority(s.stack, s.active))
    s = end_copies_of_turn(s)
    is_one = bool(passive_total(s, s.active, "recharge_one"))
    text, task = Text("{who} recharges everything", who=s.seats[s.active]), Text("recharge everything")
    if is_one:
        text = Text("{who} recharges their character and only one item", who=s.seats[s.active])
        task = Text("recharge your character and one item")
    s = note(s, "FS-41", text, seat=s.active, task=task if _is_anything_turned(s) else None)
    s = replace(s, players=tuple(changed(player, plays=0, fresh=0) for player in s.players))
    s = set_player(s, s.active, ready=True)
    if is_one:
        return recharge_single(_reset_turn_limits(s))
    return _reset_turn_limits(set_player(s, s.active, items=recharged(s.players[s.active].items)))


def _is_anything_turned(s: FourSouls) -> bool:
    player = s.players[s.active]
    return not player.ready or any(item.activated and not item.ready for item in player.items)


def _reset_turn_limits(s: FourSouls) -> FourSouls:
    for seat, player in enumerate(s.players):
        items = tuple(changed(o, used=o.used and o.once == "game", spent=_spent_for_good(o)) for o in player.items)
        items = player.items if all(map(is_, items, player.items)) else items
        s = set_player(s, seat, items=items)
    return s


def _spent_for_good(item: Owned) -> tuple[int, ...]:
    triggers = abilities_of_item(item).triggers if item.spent else ()
    return tuple(k for k in item.spent if k < len(triggers) and triggers[k].once == "game")


@auto("FS-42")
def start_effects(s: FourSouls) -> FourSouls:
    """Put what triggers at the start of the turn on the stack."""
    for room in rooms_in_play(s) if s.turn == 1 else ():
        s = fire_room(s, room)
    return then(fire_triggers(s, GameMoment("start", s.active)), at(window, "start"))


@auto("FS-43")
def loot_1(s: FourSouls) -> FourSouls:
    """Put “Loot 1” on the stack, where players can respond to it."""
    if s.ending:
        return s
    s, id = allocate_id(s)
    s = replace(s, stack=stack.push(s.stack, Item(id, "loot_1", s.active), s.active))
    return then(fire_triggers(s, GameMoment("loot_step", s.active)), at(window, "start"))


# --- action phase ------------------------------------------------------------------------------------------------


@auto("FS-44", "FS-47", "FS-67")
def action_phase(s: FourSouls) -> FourSouls:
    """Allow one loot card, one purchase and one attack, in any order.

    What the start phase has allowed comes on top.

    The phase lasts until the active player ends it.
    """
    if s.ending:
        return s
    before = (s.attacks, s.purchases) if s.phase == "start" else (0, 0)
    s = replace(
        s, phase="action", attacks=1 + before[0], purchases=1 + before[1], loot_plays=1, play_lift=0, attacks_lift=0
    )
    return then(replace(s, stack=stack.give_priority(s.stack, s.active)), at(window, "action"))


# --- end phase ---------------------------------------------------------------------------------------------------


@auto("FS-48", "FS-96")
def end_effects(s: FourSouls) -> FourSouls:
    """Put what triggers at the end of the turn on the stack, after every slot was refilled."""
    s = _heal_dead(replace(clear_forced(s), phase="end", combat=0, stack=stack.give_priority(s.stack, s.active)))
    return then(fire_owed(fire_triggers(s, GameMoment("end", s.active))), at(window, "end"))


@carries("FS-88")
def _heal_dead(s: FourSouls) -> FourSouls:
    """Heal dead players now or with the others (FS-A18); they cannot die again this turn."""
    dead = tuple(seat for seat, player in enumerate(s.players) if player.is_dead)
    if not dead:
        return s
    s, how = RULEBOOK.apply_ruling(s, "FS-A18", "FS-88")
    for seat in dead if how == "phase_start" else ():
        s = gain(s, "FS-88", seat, "life", s.players[seat].full)
    return s


@auto("FS-49", "FS-51")
def close(s: FourSouls) -> FourSouls:
    """Heal all, end temporary effects, discard down to ten; or discard first (FS-A8).

    Where the discard comes first, healing comes last.
    """
    over = s.players[s.active].loot > HAND_LIMIT
    s, how = RULEBOOK.apply_ruling(s, "FS-A8", "FS-49") if over else (s, "heal_first")
    return then(s, *CLOSING_STEPS[how])


@auto("FS-49", "FS-76", "FS-88")
def heal_all(s: FourSouls) -> FourSouls:
    """Heal every player, the dead too, and every monster to full life."""
    for seat, player in enumerate(s.players):
        s = set_player(s, seat, doom="none", slayer=-1)
        s = gain(s, "FS-49", seat, "life", max(0, player.full - player.life))
    for monster in (*s.all_monsters, *s.beside):
        life = max(monster.life, s.full_life(monster))
        s = set_monster(s, monster.id, life=life, doom="none", hurts=0)
        if s.find_monster(monster.id) is not None:
            s = note_number_change(s, "FS-49", Target("monster", monster.id), "life", monster.life, life)
    return s


@auto("FS-50")
def effects_end(s: FourSouls) -> FourSouls:
    """End what lasts until the end of the turn."""
    return note(end_copies(end_boosts(s)), "FS-50", Text("Effects until the end of the turn are over"))


@auto("FS-51")
def discard_to_ten(s: FourSouls) -> FourSouls:
    """Discard loot cards down to ten."""
    over = s.players[s.active].loot - HAND_LIMIT
    return gain(s, "FS-51", s.active, "loot", -over) if over > 0 else s


CLOSING_STEPS = {
    "heal_first": (heal_all, effects_end, discard_to_ten),
    "discard_first": (discard_to_ten, effects_end, heal_all),
}


@auto("FS-52")
def pass_turn(s: FourSouls) -> FourSouls:
    """Pass the turn to the left, over players who skip it; whoever has an extra turn keeps it."""
    is_extra = s.extra_turns > 0
    following = s.active if is_extra else (s.active + 1) % len(s.seats)
    s = replace(s, active=following, ending=False, extra_turns=max(0, s.extra_turns - 1))
    skips = s.players[s.active].skips
    if skips:
        s = note(set_player(s, s.active, skips=skips - 1), "FS-52", Text("{who} skips a turn", who=s.seats[s.active]))
        s = then(s, pass_turn)
    else:
        s = then(note(s, "FS-52", Text("{who}'s turn", who=s.seats[s.active])), *TURN_STEPS)
    return s if is_extra else tick_after_round(s)


TURN_STEPS: tuple[Step, ...] = tuple(
    at(step)
    for step in (
        recharge,
        start_effects,
        loot_1,
        action_phase,
        end_effects,
        before_healing,
        close,
        after_discarding,
        pass_turn,
    )
)
"""The steps of a whole turn, the first one first."""
