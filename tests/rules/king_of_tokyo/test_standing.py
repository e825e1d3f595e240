"""Who is in the game, who can pay, which effects are in force, the most hearts: one function each, used everywhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules.king_of_tokyo.city.cards_in_play import hand_over
from rules.king_of_tokyo.effects.registry import TokyoEffect, effects, in_force
from rules.king_of_tokyo.effects.standing import can_pay, max_hearts, payable_energy
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.events import Bought, Swept, Used
from rules.king_of_tokyo.model.state import BASE_HEARTS
from tests.support.games.king_of_tokyo import KingOfTokyoTable
from tests.support.games.king_of_tokyo_cards import CardTable, record
from tests.support.paths import ROOT
from tests.support.syntax import parsed

FORM = "variant.transformation"


# --- at 0 hearts -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-14")
def test_eater_of_the_dead_gains_for_a_zombie_at_zero() -> None:
    """Each time another monster comes to 0 hearts, also one that stays in the game: +3 points, and once alone."""
    t = CardTable("eater_of_the_dead", "", "zombie").has("C", hearts=2).throws("1122ss").on()
    assert (t.hearts[2], t.monster("C").out, t.points[0]) == (0, False, 8)
    t.has("A", points=5).loses(by="A", C=1)
    assert t.points[0] == 5, "it was at 0 hearts already"


@pytest.mark.rule("KT-13")
def test_a_zombie_at_zero_may_yield() -> None:
    """KT-13, L66: whoever lost hearts to smash dice in Tokyo and is in the game decides, also without hearts."""
    t = CardTable("", "", "zombie").has("C", hearts=1).throws("11223s")
    assert (t.asked.rule, t.asked.seats) == ("KT-13", (2,))
    assert t.yields().city == "A"


@pytest.mark.rule("KT-26")
def test_a_zombie_at_zero_may_buy_a_heart() -> None:
    """Rapid Healing works at any moment for a monster in the game, also at 0 hearts."""
    t = CardTable("zombie rapid_healing").has("A", hearts=0, energy=2).aside("A", "rapid_healing")
    assert (t.hearts[0], t.energy[0]) == (1, 0)


@pytest.mark.rule("KT-41")
def test_a_zombie_is_not_asked_to_save_itself() -> None:
    """A loss that a Zombie survives anyway asks for no cultist."""
    t = CardTable("", "", "zombie", variant__cultists="on").has("C", hearts=1, cultists=1).throws("11223s")
    assert t.asked.rule == "KT-13"


@pytest.mark.rule("KT-14")
def test_only_who_would_be_eliminated_comes_back() -> None:
    """It Has a Child is for a monster that is eliminated: a Zombie at 0 keeps its cards."""
    t = CardTable("", "", "zombie it_has_a_child").has("C", hearts=1).throws("11223s").on()
    assert (t.hearts[2], t.hand("C")) == (0, ["zombie", "it_has_a_child"])
    back = CardTable("", "", "it_has_a_child").has("C", hearts=1).throws("11223s").on()
    assert (back.hearts[2], back.hand("C")) == (BASE_HEARTS, [])


@pytest.mark.rule("KT-54")
def test_the_final_roar_is_only_for_the_eliminated() -> None:
    """A Zombie at 0 hearts is not eliminated, so its Final Roar does not win."""
    t = CardTable("", "", "zombie").has("C", hearts=1, points=17)
    t.owns("C", "final_roar")
    assert t.throws("11223s").outcome is None


@pytest.mark.rule("KT-14", "KT-45")
def test_a_curse_that_silences_the_zombie_eliminates_it() -> None:
    """Gaze of the Sphinx leaves cards without effect, so nothing keeps a monster without hearts in the game."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__curses="on").turns_up("set_s_storm")
    t.holds("Beto", "zombie")
    t.has("Beto", hearts=0).throws("112233").fate("eye").turns_up("gaze_of_the_sphinx")
    assert t.monster("Beto").out


# --- who can pay -------------------------------------------------------------------------------------------------


def with_cultists(count: int, *hands: str, **rulings: str) -> CardTable:
    """A has no energy, and cultists."""
    return CardTable(*(hands or ("",)), variant__cultists="on", **rulings).has("A", cultists=count)


@pytest.mark.rule("KT-41", "KT-51")
def test_a_cultist_pays_for_another_form() -> None:
    """L168 "En cualquier momento": with one cultist and no energy the form can be changed."""
    t = with_cultists(1, variant__transformation="on").throws("112233")
    t.do(next(event for event in t.events if isinstance(event, Used) and event.key == FORM))
    assert (t.monster("A").beast, t.monster("A").cultists, t.energy[0]) == (True, 0, 0)
    assert "A: −1 cultist (0)" in t.note_texts


@pytest.mark.rule("KT-22", "KT-24", "KT-41")
def test_cultists_pay_for_cards_and_sweeps() -> None:
    """Two cultists are two energy: enough for a sweep, or for the cheapest card."""
    assert with_cultists(2).throws("112233").offers(Swept)
    assert not with_cultists(1).throws("112233").offers(Swept)
    t = with_cultists(3).has("A", energy=1).throws("112233")
    t.do(Bought(0, -1, (), 3))
    assert (t.energy[0], t.monster("A").cultists) == (0, 1), "only as many as it takes"


@pytest.mark.rule("KT-41")
@pytest.mark.parametrize(("card", "why"), [("wings", 2), ("electric_armor", 1), ("robot", 1)])
def test_cultists_pay_against_a_loss(card: str, why: int) -> None:
    """Cards that cost energy as hearts are lost can be paid with what becomes energy at any moment."""
    t = CardTable("", "", card, variant__cultists="on").has("C", cultists=why).throws("1122ss")
    assert t.may_use(card)
    t.uses(card, **({"n": 1} if card == "robot" else {}))
    assert (t.monster("C").cultists, t.energy[2]) == (0, 0)


@pytest.mark.rule("KT-41")
def test_a_cultist_is_worth_what_it_brings() -> None:
    """Friend of Children makes two energy of a cultist's one; Thot's Blindness leaves none of it."""
    assert payable_energy(with_cultists(2, "friend_of_children").s, 0) == 4
    blind = with_cultists(2).is_cursed("thot_s_blindness", "B")
    assert (payable_energy(blind.s, 0), can_pay(blind.s, 0, 1)) == (0, False)
    assert payable_energy(CardTable("").has("A", cultists=2).s, 0) == 0, "cultists are not played"


# --- which effects are in force ----------------------------------------------------------------------------------


def gazed(card: str = "", name: str = "Ana") -> KingOfTokyoTable:
    """Under Gaze of the Sphinx, which leaves keep cards without effect."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__curses="on").turns_up("gaze_of_the_sphinx")
    for who in t.s.seats:
        t.has(who, hearts=5, points=5, energy=9)
    if card:
        t.holds(name, card)
    return t.stand("Cira")


@pytest.mark.rule("KT-45", "KT-26")
@pytest.mark.parametrize("card", ["even_bigger", "natural_selection"])
def test_a_silenced_card_does_nothing_as_it_comes(card: str) -> None:
    """Under Gaze of the Sphinx neither Even Bigger heals nor Natural Selection gives anything."""
    t = gazed()
    t.throws("112233").fate("river")
    before = t.energy[0]
    t.do(Bought(0, -1, (record(card),)))
    assert (t.hearts[0], t.energy[0]) == (5, before - record(card).cost)


@pytest.mark.rule("KT-45", "KT-26")
def test_a_silenced_card_does_nothing_as_it_is_handed_over() -> None:
    """The same for a card that another monster had."""
    t = gazed()
    item = t.holds("Beto", "even_bigger")
    t.change(hand_over, item, 0).runs()
    assert (t.hearts[0], [held.card for held in t.monster("Ana").cards]) == (5, ["even_bigger"])


@pytest.mark.rule("KT-45", "KT-26")
def test_a_discard_card_acts_under_the_gaze() -> None:
    """Gaze of the Sphinx speaks of keep cards: Heal still gives its hearts."""
    t = gazed().throws("112233").fate("river").do(Bought(0, -1, (record("heal"),)))
    assert t.hearts[0] == 7


def source(key: str) -> TokyoEffect:
    """The effect with that key, as if somebody had it."""
    kind: Any = key.partition(".")[0]
    return TokyoEffect(kind, key, 0)


@pytest.mark.rule("KT-45")
def test_every_kind_of_source_is_in_force_unless_the_curse_silences_it() -> None:
    """Keep cards and costumes are silenced by Gaze of the Sphinx; tiles, variants, curses and discard cards are not."""
    s = gazed().s
    silent = {key for key in sorted(effects.keys()) if not in_force(s, source(key))}
    kept = {f"card.{id}" for id, card in printed_power_cards().items() if card.is_permanent}
    assert silent == effects.keys() & kept


# --- the most hearts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-30")
@pytest.mark.parametrize("other", ["copy", "full_regeneration", "zombify"])
def test_limits_do_not_add_up(other: str) -> None:
    """Even Bigger says up to 12: with a copy of it, with Full Regeneration or as a zombie it is still 12, not 14."""
    t = CardTable("even_bigger")
    if other == "copy":
        t.holds("A", "mimic", copies=t.monster("A").cards[0].id)
    elif other == "zombify":
        t.holds("A", "zombify", counters=1)
    else:
        t.owns("A", other)
    assert max_hearts(t.s, 0) == 12


@pytest.mark.rule("KT-30")
def test_the_most_hearts_is_the_highest_of_all_limits() -> None:
    """For every pair of effects on the limit: together they allow what the higher of them allows alone."""
    raising = sorted(key for key in effects.modifier["most_hearts"] if not key.startswith("curse."))

    def limit(*keys: str) -> int:
        t = CardTable("")
        for key in keys:
            kind, _, id = key.partition(".")
            t.owns("A", id) if kind == "tile" else t.holds("A", id, counters=1)
        return max_hearts(t.s, 0)

    assert len(raising) >= 3
    for one, other in product(raising, repeat=2):
        assert limit(one, other) == max(limit(one), limit(other)), (one, other)


# --- nobody else compares ----------------------------------------------------------------------------------------

ASKERS = {"effects/standing.py"}
"""The module that may compare hearts and energy."""
COMPARED = {
    "hearts": "is_in_game, falls_by, heart_room or has_no_hearts",
    "energy": "payable_energy or can_pay",
}
FOLDERS = (ROOT / "rules/king_of_tokyo", ROOT / "companion/ui/games/king_of_tokyo")


def raw_comparisons(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Comparisons and truth values of a monster's hearts or energy, with their lines."""
    for node in ast.walk(tree):
        tested: list[ast.expr] = []
        match node:
            case ast.Compare():
                tested = [node.left, *node.comparators]
            case ast.BoolOp():
                tested = list(node.values)
            case ast.UnaryOp(op=ast.Not()):
                tested = [node.operand]
            case ast.If() | ast.While() | ast.IfExp():
                tested = [node.test]
            case ast.comprehension():
                tested = list(node.ifs)
        for one in tested:
            if isinstance(one, ast.Attribute) and one.attr in COMPARED:
                yield one.lineno, one.attr


def registers(path: Path) -> bool:
    """Whether a module only registers effects on the quantities that it names."""
    return not re.search(r'effects\.(number|breakdown|allows)\(\s*s, "(most_hearts|falls)"', path.read_text("utf-8"))


def test_hearts_and_energy_are_compared_in_one_module() -> None:
    """Nothing else asks whether hearts are 0 or energy is enough (KT-14, KT-22, L168)."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {what}: {COMPARED[what]}"
        for folder in FOLDERS
        for path in sorted(folder.rglob("*.py"))
        if "/".join(path.parts[-2:]) not in ASKERS
        for line, what in raw_comparisons(parsed(path))
    ]
    assert found == []


def test_the_limits_and_the_force_of_effects_are_asked_in_one_place() -> None:
    """``most_hearts`` and ``falls`` are asked by ``standing``; arrivals act in ``triggers``, by ``in_force``."""
    rules = sorted((ROOT / "rules/king_of_tokyo").rglob("*.py"))
    assert [path.name for path in rules if not registers(path)] == ["standing.py"]
    direct = [
        path.name for path in rules if re.search(r"effects\.handler\[[^\]]*\](\.get\(|\[)", path.read_text("utf-8"))
    ]
    assert direct == ["triggers.py"]
    silencing = [path.name for path in rules if "silenced_kind(" in path.read_text("utf-8")]
    assert sorted(silencing) == ["registry.py", "texts.py"]


@pytest.mark.parametrize(
    "code",
    ["m.hearts == 0", "0 < m.hearts", "not m.hearts", "x and m.hearts", "1 if m.energy else 2", "m.energy >= price"],
)
def test_a_raw_comparison_is_noticed(code: str) -> None:
    """The check finds the comparisons that were there."""
    assert len(list(raw_comparisons(ast.parse(code)))) == 1
