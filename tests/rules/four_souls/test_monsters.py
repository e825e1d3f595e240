"""The abilities of the monsters of all sets: each is played in a scene, and what each asks is listed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rules.four_souls.model.catalogue import monster_effect_texts, monster_names, monster_sets, monsters
from rules.four_souls.model.events import Aimed, Placed, ReadOff, RevealedOther
from rules.four_souls.model.monster_abilities import ABILITY_CONDITIONS, abilities_of
from rules.four_souls.vocabulary.monster_triggers import TRIGGER_CONDITIONS
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table
from tests.support.games.table import english
from tests.support.paths import FIXTURES

rule = pytest.mark.rule
SCENES: dict[str, list[dict[str, Any]]] = tomllib.loads(FIXTURES.joinpath("monsters.toml").read_text("utf-8"))
PEOPLE = ("Ana", "Beto", "Cira")
OF_A_PLAYER = ("life", "cents", "loot", "treasures", "soul_count", "attack", "skips")
OF_A_MONSTER = ("life", "evasion", "attack")


# --- a scene -----------------------------------------------------------------------------------------------------


def laid_out(card: str, two: bool, more: dict[str, int]) -> FourSoulsTable:
    """A table set up as the fixture says."""
    t = table(*PEOPLE[: 2 if two else 3], monsters=(card, "fatty"))
    for name in t.s.seats:
        for what, value in (("life", 9), ("cents", 10), ("loot", 5)):
            t.by_hand(name, what, value - getattr(t.player(name), what))
    for key, by in more.items():
        name, _, what = key.partition(".")
        t.by_hand(name, what, by)
    return t


def until_asked(t: FourSoulsTable) -> None:
    """Pass until a prompt other than priority; every revealed card is a Dip."""
    while t.s.outcome is None:
        if t.step == "priority" and t.s.stack.items:
            t.nobody()
        elif t.step == "reveal":
            t.turns_up("dip")
        elif t.step == "tell":
            t.tells()
        else:
            return


def target(t: FourSoulsTable, name: str) -> Target:
    """The target named in the scene, among those offered."""
    if name == "nothing":
        return Target()
    if name == "the first":
        meant: Target = t.asked.choices[0].event.target  # type: ignore[attr-defined]
        return meant
    return Target("seat", t.seat(name)) if name in t.s.seats else Target("monster", t.monster(name).id)


def play(t: FourSoulsTable, card: str, words: str) -> None:
    """Play one line of a scene."""
    match words.split():
        case ["kill"]:
            t.triggers("Ana", t.to(card, "kill"))
        case ["kill", "by", name]:
            t.triggers(name, t.to(card, "kill"))
        case ["kill", other]:
            t.triggers("Ana", t.to(other, "kill"))
        case ["hurt", n, "by", name]:
            t.triggers(name, t.to(card, "damage", int(n)))
        case ["hurt", name, n]:
            t.triggers("Ana", t.to(name, "damage", int(n)))
        case ["hurt" | "heal" as kind, n]:
            t.triggers(t.s.seats[t.s.active], t.to(card, "damage" if kind == "hurt" else "heal", int(n)))
        case ["vacate"]:
            t.triggers("Ana", t.to(card, "vacate"))
        case ["attack"]:
            t.attacks(card)
        case ["roll" | "throw", face]:
            t.rolls(int(face))
        case ["die", face, "of", name]:
            t.triggers(name, Effect("roll"))
            until_asked(t)
            t.rolls(int(face))
        case ["activate", name, "an", "unnamed", "item"]:
            t.plays(name, kind="activated")
        case ["activate", name]:
            t.uses(name, t.player(name).items[0].name)
        case ["sideways", name]:
            items = (Effect("deactivate", Target("owned", o.id)) for o in t.player(name).items)
            t.triggers(name, *items)
        case ["pick", *who]:
            assert t.step in ("aim", "vote")
            t.do(Aimed(target(t, " ".join(who))))
        case ["read", n]:
            t.do(ReadOff(int(n)))
        case ["slot", n]:
            t.do(Placed(int(n)))
        case ["not", "found"]:
            t.do(Placed(-1))
        case ["end", "the", "turn"]:
            t.settles_on("stop.empty", "off").triggers("Ana", Effect("end_turn"))
        case _:
            raise ValueError(words)
    if not words.startswith("throw"):
        until_asked(t)


def seen(t: FourSoulsTable) -> dict[str, Any]:
    """Every number on the table."""
    players = {
        f"{name}.{'souls' if what == 'soul_count' else what}": getattr(t.player(name), what)
        for name in t.s.seats
        for what in OF_A_PLAYER
    }
    upright = {f"{name}.upright": sum(o.ready for o in t.player(name).items) for name in t.s.seats}
    monsters = {f"{m.card.id}.{what}": getattr(m, what) for m in t.s.monsters for what in OF_A_MONSTER}
    places = {"slots": len(t.s.slots), "shop": len(t.s.shop), "forced": t.s.forced, "deck_attacks": t.s.deck_attacks}
    return {**players, **upright, **monsters, **places, "active": t.s.seats[t.s.active]}


# --- the abilities -----------------------------------------------------------------------------------------------


@rule("FS-61", "FS-93")
@pytest.mark.parametrize(
    ("card", "scene"),
    [(card, scene) for card, scenes in SCENES.items() for scene in scenes],
    ids=[f"{card}-{k}" for card, scenes in SCENES.items() for k in range(len(scenes))],
)
def test_a_monster_does_what_its_card_says(card: str, scene: dict[str, Any]) -> None:
    """Playing a monster's scene changes the numbers that its effect names and no others."""
    t = laid_out(card, scene.get("two", False), scene.get("with", {}))
    before = seen(t)
    for words in scene["do"]:
        play(t, card, words)
    after, said = seen(t), dict(scene["see"])
    assert said.pop("asked", t.step) == t.step
    assert said.pop("attacks", t.s.attacks) == t.s.attacks
    assert not t.there(said.pop("gone", ""))
    expected = {
        key: (before[key] + said.get(key, 0)) if key.partition(".")[0] in PEOPLE else said.get(key, before.get(key))
        for key in {**before, **said}
    }
    known = {key: value for key, value in after.items() if key in expected}
    assert known == {key: value for key, value in expected.items() if key in after}
    assert set(said) <= set(after)


def test_every_monster_with_an_effect_is_played() -> None:
    """Exactly the monsters with abilities have a scene, and all with an effect in the base game; none lacks a text."""
    acting = {card for card in monsters() if abilities_of(card)}
    assert set(SCENES) == acting
    assert acting <= set(monster_effect_texts())
    assert {card for card in monster_effect_texts() if monster_sets()[card] == "b2"} <= acting
    assert set(TRIGGER_CONDITIONS) < set(ABILITY_CONDITIONS)
    assert {nature.when for card in monsters() for nature in abilities_of(card)} == set(ABILITY_CONDITIONS)


# --- what each monster asks --------------------------------------------------------------------------------------

ASKS = ("chosen", "other", "body", "may")


def asks(card: str) -> str:
    """What the table must answer for a monster: nothing, a die, a choice or a reminder."""
    actions = [action for nature in abilities_of(card) for action in nature.effects]
    if not abilities_of(card):
        return "nothing to do"
    if any(action.kind == "look" for action in actions):
        return "a reminder"
    if any(action.whom in ASKS or action.kind == "summon" for action in actions):
        return "one choice"
    if any(nature.when == "guarded" for nature in abilities_of(card)) or any(
        action.kind == "roll" for action in actions
    ):
        return "a die, then automatic"
    return "automatic"


def test_the_table_of_what_the_monsters_ask(say: Callable[[str], None]) -> None:
    """At least 75 % of the monsters with an effect ask nothing but dice; prints the list."""
    kinds = {card: asks(card) for card in monsters() if monster_sets()[card] == "b2"}
    acting = [kind for kind in kinds.values() if kind != "nothing to do"]
    alone = sum(kind in ("automatic", "a die, then automatic") for kind in acting)
    say(f"four_souls, {len(kinds)} monsters of the base game: {dict(Counter(kinds.values()))}")
    for card, kind in sorted(kinds.items(), key=lambda pair: pair[::-1]):
        say(f"  {kind:22} {monster_names()[card].en}")
    say(f"  {alone} of {len(acting)} with an effect happen by themselves: {round(100 * alone / len(acting))} %")
    assert alone / len(acting) >= 0.75


@rule("FS-61")
@pytest.mark.parametrize(("face", "knight", "ana"), [(1, 1, 1), (2, 2, 1), (6, 1, 2)])
def test_knight_is_damaged_by_a_1_too(face: int, knight: int, ana: int) -> None:
    """Knight: "also damaged on attack roll 1": it misses and hurts whoever attacks, but takes their attack too."""
    t = table(monsters=("knight", "clotty"), stop__effect="on")
    t.attacks("knight").rolls(face)
    while t.step == "priority":
        t.nobody()
    assert (t.monster("knight").life, t.player("Ana").life) == (knight, ana)


@rule("FS-109")
@pytest.mark.parametrize(("cira", "winners"), [(1, (0,)), (2, (0, 2)), (3, (2,))])
def test_with_moms_heart_whoever_has_the_most_souls_wins(cira: int, winners: tuple[int, ...]) -> None:
    """Mom's Heart!: as its two souls are gained the game ends; the most souls win, on a tie all who have them."""
    t = laid_out("moms-heart", False, {})
    for _ in range(cira):
        t.by_hand("Cira", "souls", 1)
    play(t, "moms-heart", "kill")
    assert t.s.outcome is not None
    assert t.s.outcome.winners == winners


@rule("FS-77")
@pytest.mark.parametrize("at_start", [True, False])
def test_krampus_must_be_attacked_once_each_turn(at_start: bool) -> None:
    """Krampus: the attack is due as a turn starts with him there, and as he comes into a slot during one."""
    t = table(*PEOPLE, monsters=("fly", "fatty"))
    t.triggers("Ana", t.to("fly", "kill")).passes_until("reveal").turns_up("krampus")
    until_asked(t)
    assert t.s.forced_on == (Target("monster", t.monster("krampus").id),)
    if at_start:
        t.attacks("krampus").rolls(1)  # 2 damage: Ana dies, and her turn ends
        while t.s.active != 1 or t.s.phase != "action":
            t.nobody()
        assert (t.s.active, t.s.forced_on) == (1, (Target("monster", t.monster("krampus").id),))


@rule("FS-21")
def test_the_rainmaker_has_a_curse_searched() -> None:
    """As it dies the hands search the deck for a curse and shuffle it; one that was found is put by a player."""
    t = laid_out("the-rainmaker", False, {})
    play(t, "the-rainmaker", "kill")
    while t.step != "bring_event":
        t.turns_up("dip") if t.step == "reveal" else t.nobody()
    assert english(t.asked.title) == "Which curse was found?"
    none = t.copy().do(Placed(-1))
    assert not any(none.player(name).curses for name in PEOPLE)
    t.do(RevealedOther(-1, "curse-of-pain"))
    t.do(Aimed(Target("seat", 1)))
    until_asked(t)
    assert t.player("Beto").curses == ("curse-of-pain",)
