"""Actions of the notation on the small table, each on one target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .notation import Action, UnreadableError
from .table_model import Beast

if TYPE_CHECKING:
    from .reading import Reading


def carry_out(reading: Reading, action: Action, whom: str, n: int, context: Mapping[str, str]) -> None:
    """Carry out one action on one target. Raises ``UnreadableError`` for a verb that this reading does not know."""
    if reading.moment.startswith("would_") and _instead(reading, action, whom, n):
        return
    known = (
        _on_numbers(reading, action.verb, whom, n)
        or _on_bodies(reading, action.verb, whom, n)
        or _on_items(reading, action, whom, n, context)
        or _on_places(reading, action, whom)
        or _on_turn(reading, action.verb, whom, n)
        or _on_stack(reading, action.verb, whom, n)
    )
    if not known:
        raise UnreadableError(action.verb)


def _on_numbers(reading: Reading, verb: str, whom: str, n: int) -> bool:
    """Change ¢, loot, treasures or souls; return whether the verb is one of those."""
    table = reading.table
    match verb:
        case "cents" | "loot":
            table.gain(whom, verb, n)
        case "treasure":
            table.gain(whom, "treasures", n)
        case "soul":
            table.people[whom].souls = max(0, table.people[whom].souls + n)
        case "steal_soul":
            table.people[whom].souls -= 1
            table.people[reading.me].souls += 1
        case "steal_loot" | "steal_cents":
            what = "loot" if verb == "steal_loot" else "cents"
            table.gain(reading.me, what, -table.gain(whom, what, -n))
        case "discard_hand":
            table.people[whom].loot = 0
        case _:
            return False
    return True


def _on_bodies(reading: Reading, verb: str, whom: str, n: int) -> bool:
    """Hurt, heal, protect or lift a player or monster; return whether the verb is one of those."""
    table = reading.table
    match verb:
        case "damage":
            table.damage(whom, n)
        case "kill":
            table.kill(whom)
        case "heal":
            table.heal(whom, n)
        case "attack" | "rolls" | "evasion":
            table.lift(table.body(whom), verb, n)
        case "health":
            table.lift(table.body(whom), "full", n)
            table.body(whom).life += n
        case "shield":
            table.body(whom).shield += n
        case "shield_once":
            table.body(whom).once.append(n)
        case "cap_damage":
            table.body(whom).caps += 1
        case _:
            return False
    return True


def _on_items(reading: Reading, action: Action, whom: str, n: int, context: Mapping[str, str]) -> bool:
    """Move, turn or count on an item; return whether the verb is one of those."""
    table, thing = reading.table, reading.table.thing(whom)
    match action.verb:
        case "destroy" | "lose_item" if whom in table.people:
            table.lose_item(whom)
        case "destroy":
            table.destroy(whom)
        case "steal":
            table.destroy(whom, reading.me)
        case "give" if reading.word(action.to) not in context:
            raise UnreadableError(f"give to {action.to}")
        case "give":
            table.give(whom, context[reading.word(action.to)])
            reading.me = table.owner(reading.card) or reading.me  # who has the card from now on
        case "recharge":
            _recharge(reading, whom)
        case "deactivate" if whom in table.people:
            for one in table.people[whom].things.values():
                one.ready = one.ready and not one.turns
        case "recharge_character":
            table.people[whom].ready = True
        case "deactivate_character":
            table.people[whom].ready = False
        case "deactivate" if thing:
            thing.ready = False
        case "counter" if thing:
            thing.counters = max(0, thing.counters + n)
        case "become_soul":
            owner = table.owner(whom)
            if owner:
                table.destroy(whom)
            table.people[owner or reading.me].souls += 1
        case "deactivate" | "counter":  # of an item that is gone
            pass
        case _:
            return False
    return True


def _on_places(reading: Reading, action: Action, whom: str) -> bool:
    """Empty or fill a slot, the shop, or an item's place; return whether the verb is one of those.

    Nobody follows which treasures lie in the shop: what leaves it changes no number.
    """
    table = reading.table
    match action.verb:
        case "flush_monster":
            if whom in table.monsters:
                table.leave_slot(whom)
        case "fill_slot" if whom.startswith("slot "):
            table.fill(int(whom.removeprefix("slot ")))
        case "steal_shop":
            table.gain(whom if whom in table.people else reading.me, "treasures", 1)
        case "reroll_item":
            table.reroll(whom)
        case "copy":
            table.copy(reading.card, whom)
        case "discard_room":
            del table.people[table.owner(reading.card)].things[reading.card]
        case "destroy_curse":
            table.people[whom.removeprefix("curse ")].curses -= 1
        case "eternal":
            table.eternal.append(whom)
        case "price" | "free_item":
            table.is_item_free = True
        case "leave":
            table.attacked, reading.die = "", 0
        case "rewards":
            table.doubled += 1
        case "flush_shop" | "fill_slot":
            pass
        case _:
            return False
    return True


def _on_turn(reading: Reading, verb: str, whom: str, n: int) -> bool:
    """Change what the turn allows; return whether the verb does."""
    table = reading.table
    match verb:
        case "attack_again":
            table.attacks += n if whom not in table.people or whom == table.active else 0
        case "must_attack":
            table.forced.append(whom)
        case "loot_play":
            table.plays += n
        case "purchase_again":
            table.purchases += n
        case "extra_turn":
            table.extra_turns += n
        case "pass_hands":
            table.pass_hands()
        case "end_turn":
            table.turn_is_over = True
        case "monster_slot":
            table.monsters["pooter"] = Beast(2, 2, 3, 1)  # what is turned up for it
        case "shop_slot" | "room_slot":
            reading.slots[verb] = reading.slots.get(verb, 0) + n
        case _:
            return False
    return True


def _on_stack(reading: Reading, verb: str, whom: str, n: int) -> bool:
    """Change the die on the stack, or cancel something there; return whether the verb does."""
    match verb:
        case "modify":
            reading.die = min(6, max(1, reading.die + n))
        case "set_roll":
            reading.die = n
        case "times_damage":
            reading.factor *= n
        case "reroll":
            reading.rerolled += 1
            reading.die = 6
        case "cancel_all" | "cancel":
            reading.cancels.append(whom)
        case _:
            return False
    return True


def _instead(reading: Reading, action: Action, whom: str, n: int) -> bool:
    """Change what is about to happen; return whether the action is about that."""
    match reading.moment, action.verb:
        case "would_hurt", "shield":
            thing = reading.table.thing(reading.card)
            reading.pending = max(
                0, reading.pending - (n if action.amount != "counters" or thing is None else reading.kept)
            )
        case "would_hurt", "cap_damage":
            reading.pending = min(reading.pending, n)
        case "would_hurt", "immune":
            reading.pending = 0
        case "would_hurt", "damage" if whom == reading.me:
            reading.pending += n
        case "would_hurt", "counter" if action.amount == "-dealt":
            thing = reading.table.thing(reading.card)
            assert thing
            reading.kept = min(thing.counters, reading.pending)
            thing.counters -= reading.kept
        case "would_gain", "cents" | "loot" | "treasure" if whom in (reading.me, reading.about):
            reading.pending += n
        case "would_gain", "counter" if action.instead:
            thing = reading.table.thing(reading.card)
            assert thing
            thing.counters += reading.pending
            reading.pending = 0
        case "would_die", "prevent":
            reading.prevented = True
        case _:
            return False
    return True


def _recharge(reading: Reading, whom: str) -> None:
    if whom == "character":
        reading.table.people[reading.me].ready = True
    elif whom in reading.table.people:
        reading.table.recharge_all(whom)
    else:
        thing = reading.table.thing(whom)
        if thing and thing.turns:
            thing.ready = True
