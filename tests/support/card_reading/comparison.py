"""Every ability of a card, in every way and at every moment, in a match and on the small table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Aimed

from .notation import CONDITION, Ability, Head, UnreadableError
from .reading import Plan
from .rows import CardRow
from .scene import LIFE, OWN, NoAnswerError, Setting
from .side_by_side import ATTACKED, EVERY_FACE, Found, Scene, active_for, pay, price_of_shop, provoke
from .table_model import SEATS, Thing


def scenes(row: CardRow) -> Iterator[Found]:
    """Play every ability; yield what was played and where match and list differ."""
    for action in (action for ability in row.text.abilities for action in ability.actions):
        if action.verb in UNKNOWN:
            raise UnreadableError(f"{action.verb} {action.whom}".strip())
    for number, ability in enumerate(row.text.abilities):
        special = SPECIAL.get(ability.head.kind)
        if special or any(action.verb == "cancel" for action in ability.actions):
            yield from (special or _cancel)(row, ability)
            continue
        for setting, counters in settings(row, ability):
            yield from _ability(row, number, ability, setting, counters)


UNKNOWN = ("capture", "change_character")
"""Verbs that this reading does not know; each has a hand-written scenario."""


def too_much(scene: Scene) -> dict[str, tuple[Any, Any]]:
    """Targets that the match offered and the list does not mean; ``table`` stands for what has no name."""
    reading = Scene(scene.row, scene.ability, scene.plan, scene.setting, scene.counters).reading
    reading.table.people["Ana"].things[scene.row.id] = Thing(scene.row.id, False, scene.counters)
    words = reading.aimed(reading.done(scene.ability.ways[scene.plan.way], scene.plan.faces))
    legal = {"table", "Ana", scene.row.id, *(name for word, action in words for name in reading.legal(word, action))}
    if any(action.verb in ("destroy", "steal", "reroll_item") for _, action in words):
        legal.update(SEATS)  # an item without a name, as its player
    if any(action.verb == "recharge" for _, action in words):
        legal.update(name for person in reading.table.people.values() for name in person.things)  # upright ones too
    if not words:
        return {}
    more = set().union(*scene.driver.offered) - legal
    return {"offered": (sorted(more), [])} if more else {}


def other_aims(row: CardRow, ability: Ability) -> tuple[str, ...]:
    """Targets for what the card's other ability does at a moment that comes in a scene of this one."""
    reading = Scene(row, ability, Plan(), Setting()).reading
    reading.table.people["Ana"].things[row.id] = Thing(row.id, True, 0, row.eternal, row.turns)
    moments = (one for one in row.text.abilities if one is not ability and one.head.kind not in USES)
    found = [reading.aimed(reading.done(one.ways[0], ())) for one in moments]
    words = next((words for words in found if words), [])
    return tuple(reading.legal(word, action)[-1] for word, action in words if reading.legal(word, action))


USES = ("play", "tap", "pay", "always")
"""Heads of what is no moment."""


def _always(row: CardRow, ability: Ability) -> Iterator[Found]:
    """The item comes into play, an attack with two rolls, a purchase, the next turn, and it is destroyed."""
    for setting, counters in settings(row, ability):
        for face in EVERY_FACE if row.place else ():
            scene = Scene(row, ability, Plan(), setting)
            scene.enter()
            scene.attack(face)
            yield f"{row.id} {setting} beside, attack {face}", scene.differences()
        for face in EVERY_FACE if not row.place else ():
            scene = Scene(row, ability, Plan(aims=other_aims(row, ability), accepts=False), setting, counters)
            scene.enter()
            yield f"{row.id} {setting} enters", scene.differences()
            scene.attack(face)
            yield f"{row.id} {setting} attack {face}", scene.differences()
            if scene.t.s.combat:
                scene.roll(face)
                yield f"{row.id} {setting} second roll {face}", scene.differences()
        verbs = {action.verb for action in ability.actions}
        if "keeps" in verbs or row.turns:
            scene = Scene(row, ability, Plan(), setting, counters)
            scene.enter(ready=False)
            for kind in ("death",) if "keeps" in verbs else ("end",) * len(SEATS):
                provoke(scene, kind, "Ana", 0)
            yield f"{row.id} {setting} dies, or a round passes", scene.differences()
        if not row.place:
            yield from _bought_and_destroyed(
                Scene(row, ability, Plan(aims=other_aims(row, ability)), setting, counters)
            )


def _bought_and_destroyed(scene: Scene) -> Iterator[Found]:
    row, table, ana = scene.row, scene.table, scene.table.people["Ana"]
    scene.enter()
    if ana.cents >= price_of_shop(scene, "Ana"):
        provoke(scene, "purchase", "Ana", 0)
        yield f"{row.id} purchase", scene.differences()
    gone = scene.t.copy()
    provoke(scene, "end", "Ana", 0)
    yield f"{row.id} next turn", scene.differences()
    scene = Scene(row, scene.ability, scene.plan, scene.setting, scene.counters)
    scene.enter()
    table, ana = scene.table, scene.table.people["Ana"]
    gone = scene.t
    gone.triggers("Beto", Effect("destroy", Target("owned", gone.item("Ana", row.id).id)))
    if table.destroy(row.id):
        ana.full = LIFE
        ana.life = min(ana.life, LIFE)
    scene.settle()
    yield f"{row.id} destroyed", scene.differences()


def _ends(row: CardRow, ability: Ability) -> Iterator[Found]:
    """The item is destroyed, by an effect and by the death penalty."""
    (way,) = ability.ways
    for by_death in (False, True):
        scene = Scene(row, ability, Plan(), Setting())
        scene.enter()
        t, table, ana = scene.t, scene.table, scene.table.people["Ana"]
        if by_death:
            del ana.things[OWN["Ana"]]
            t.triggers("Beto", Effect("destroy", Target("owned", t.item("Ana", OWN["Ana"]).id)))
            scene.settle()
            ana.treasures -= 1
            t.triggers("Beto", t.to("Ana", "kill"))
            table.kill("Ana")
        else:
            t.triggers("Beto", Effect("destroy", Target("owned", t.item("Ana", row.id).id)))
            table.destroy(row.id)
        if way[0].verb != "become_soul":
            raise UnreadableError(way[0].verb)
        ana.souls += 1
        scene.settle()
        yield f"{row.id} by death {by_death}", scene.differences()


def _cancel(row: CardRow, ability: Ability) -> Iterator[Found]:
    """A loot card and an item's effect are cancelled where the list says so, and a trigger is not."""
    ((action, *_), *_) = ability.ways
    if action.verb != "cancel":
        raise UnreadableError("cancels something of several")
    if "only" in row.note:
        yield from _protect(row, ability)
    for kind in ("loot", "activated", "triggered"):
        scene = Scene(row, ability, Plan(), Setting())
        t, table = scene.t, scene.table
        if not row.is_loot:
            scene.enter()
        if kind == "activated":
            t.names("Beto", "jawbone")
            table.people["Beto"].things["jawbone"] = Thing("jawbone", ready=False)
            scene.other_uses("Beto", "jawbone").do(Aimed(Target("seat", 2)))
        elif kind == "loot":
            t.plays("Beto", card="a-nickel")
            table.gain("Beto", "loot", -1)
            table.people["Beto"].ready = False  # it is not his turn
        else:
            t.triggers("Beto", t.to("Beto", "cents", 5))
        works = kind in action.whom.split(",") and "only" not in row.note  # none of these aims at anything of Ana's
        if row.is_loot and not works:
            is_refused = t.refuses(t.play("Ana", card=row.id)) == "FS-26"
            yield f"{row.id} over {kind}", {} if is_refused else {"is refused": (False, True)}
        elif row.is_loot:
            t.plays("Ana", card=row.id)
            table.gain("Ana", "loot", -1)
            scene.used_plays = 1
        elif works:
            if not scene.driver.can_use("Ana", "activated"):
                yield f"{row.id} over {kind}", {"can be used": (False, True)}
                continue
            scene.driver.use("Ana", "activated")
            table.people["Ana"].things[row.id].ready = False
        else:
            can = scene.driver.can_use("Ana", "activated")
            yield f"{row.id} over {kind}", {"can be used": (can, False)} if can else {}
        if not works:
            table.gain("Beto", "cents", 5 if kind != "activated" else -table.gain("Cira", "cents", -3))
        scene.driver.settle()
        yield f"{row.id} over {kind}", _but_beto_hand(scene)


def _protect(row: CardRow, ability: Ability) -> Iterator[Found]:
    """What aims at an item of its owner is cancelled."""
    scene = Scene(row, ability, Plan(), Setting())
    scene.enter()
    t, beto = scene.t, scene.table.people["Beto"]
    t.plays("Beto", Effect("destroy", Target("owned", t.item("Ana", OWN["Ana"]).id)))
    beto.loot, beto.ready = beto.loot - 1, False
    scene.driver.use("Ana", "activated")
    scene.table.people["Ana"].things[row.id].ready = False
    scene.driver.settle()
    yield f"{row.id} over what aims at an item of Ana's", _but_beto_hand(scene)


def _but_beto_hand(scene: Scene) -> dict[str, tuple[Any, Any]]:
    return {key: found for key, found in scene.differences().items() if key != "loot plays"}


FIGHTING = ("roll", "rolled", "deals")
"""Moments of a fight, in which one monster is attacked."""
FACES_OF = {"deals": [1, *range(3, 7)], "would_hurt": [1, 2], "would_die": [1, 2]}
"""Attack rolls, or which of two provocations."""


def faces_of(head: Head) -> Sequence[int]:
    """The numbers that the die of the moment shows, one after the other."""
    if head.kind in FACES_OF:
        return FACES_OF[head.kind]
    return EVERY_FACE if head.faces or head.kind == "roll" else [3]


SPECIAL = {"always": _always, "would_be_destroyed": _ends}
"""Abilities with scenes of their own."""


def _ability(row: CardRow, number: int, ability: Ability, setting: Setting, counters: int) -> Iterator[Found]:
    head = ability.head
    for who in ("Ana", "Beto"):
        active = "Ana" if head.kind in ("play", "tap", "pay", "enters") else active_for(head.kind, who)
        if head.kind in ("play", "tap", "pay", "enters") and who != "Ana":
            continue
        here = replace(setting, active=active, upright=setting.upright or head.kind == "activation")
        faces = faces_of(head)
        for face in faces:
            for plan in _plans(row, ability, here, counters, concerned=not head.faces or face in head.faces):
                scene = Scene(row, ability, plan, here, counters, who=who)
                label = f"{row.id} {number} {head.kind} {who} {face} {setting} {counters} {plan}"
                try:
                    _act(scene, who, face)
                except NoAnswerError as error:
                    yield label, {"answer": (str(error), "")}
                else:
                    yield label, {**scene.differences(), **too_much(scene), **scene.protected(), **scene.afterwards()}


def _plans(row: CardRow, ability: Ability, setting: Setting, counters: int, concerned: bool) -> list[Plan]:
    probe = Scene(row, ability, Plan(), setting, counters)
    if (not row.is_loot and not row.text.is_trinket) or ability.head.kind != "play":
        probe.table.people["Ana"].things[row.id] = Thing(
            row.id, True, counters, row.eternal, row.turns, place=row.place
        )
    probe.table.attacked = ATTACKED if ability.head.kind in FIGHTING else ""
    plans = list(probe.reading.plans(ability)) or [Plan()]
    others = other_aims(row, ability)
    plans = [replace(plan, aims=plan.aims or others) for plan in plans]
    return plans if concerned else plans[:1]


def _act(scene: Scene, who: str, face: int) -> None:
    row, head = scene.row, scene.ability.head
    if head.kind == "play":
        scene.lay_die()
        scene.t.plays("Ana", card=row.id)
        scene.used_plays = 1
        scene.table.gain("Ana", "loot", -1)
        scene.reading.acts(scene.ability)
        scene.count_die()
    elif head.kind == "tap":
        scene.enter()
        scene.lay_die()
        thing = scene.table.people["Ana"].things[row.id]
        scene.driver.use("Ana", "activated")
        thing.ready = False
        scene.reading.acts(scene.ability)
        scene.count_die()
    elif head.kind == "pay":
        scene.enter()
        scene.lay_die()
        scene.driver.use("Ana", "activated" if head.is_turned else "paid")
        if head.is_turned:
            scene.table.people["Ana"].things[row.id].ready = False
        pay(scene, head.costs)
        scene.reading.acts(scene.ability)
        scene.count_die()
    else:
        if head.kind != "enters":
            scene.enter(ready=head.kind == "activation")
        provoke(scene, head.kind, who, face)


def settings(row: CardRow, ability: Ability) -> Iterator[tuple[Setting, int]]:
    """The tables at which an ability is played, and the counters on the card: around each number it looks at."""
    paid = [cost.rpartition(":")[2].rstrip("+") for cost in ability.head.costs if cost.startswith("counters")]
    counters = int(paid[0]) + 1 if paid else 0
    actions = list(ability.actions)
    here = Setting(
        is_tired=any(action.whom == "character" for action in actions),
        is_cursed=any(action.verb == "destroy_curse" for action in actions),
        has_passive=any(action.verb == "copy" for action in actions),
    )
    yield here, counters
    if any(action.verb == "roll" and action.limit for action in actions):
        yield here, 4
    verbs = {action.verb for action in ability.actions}
    if "recharge" in verbs and len(verbs) > 1:
        yield Setting(upright=True), counters
    takes = any(action.amount.startswith("-") or action.verb in ("steal_loot", "steal_cents") for action in actions)
    if takes and ability.head.kind not in ("play", "pay"):
        yield Setting(is_poor=True), counters
    for condition in [*ability.head.conditions, *(c for action in actions for c in action.conditions)]:
        found = CONDITION.match(condition)
        if not found or not found["than"].isdigit():
            continue
        for number in {max(0, int(found["than"]) + by) for by in (-1, 0, 1)}:
            if found["what"] == "counters":
                yield Setting(), number
            elif found["what"] in ("hand", "cents"):
                yield replace(Setting(), **{found["what"]: number}), counters
