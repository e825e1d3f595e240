"""Sentences are for display: no code compares them, and rewording changes nothing else."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, count
from pathlib import Path
from typing import Any

import flet as ft
import pytest

import rules
from companion.access.permissions import Access
from companion.library.library import Library
from companion.ui.design.drawn_signs import SWORD
from companion.ui.games.four_souls.effect_builder.pad import RECENT_CHIPS_KEY, visible_chips
from companion.ui.games.four_souls.effect_builder.remembered_effects import effect_kind, template_of
from companion.ui.table.model.choice_layout import ChoiceLayout, layout_choices
from companion.ui.table.model.context import is_same_choice
from companion.ui.widgets.card_picker.memory import CardMemory
from rules.engine import Pick, Prompt, Text, apply, prompt, remarks, start
from rules.four_souls.model.effect import Effect
from rules.four_souls.model.events import Passed
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.malifaux.model.events import Mustered
from rules.registry import GAMES
from tests.support import playthrough
from tests.support import random_play as play
from tests.support.ui.headless import Phone, action_phase, first_monster, on_phone, say

pytestmark = pytest.mark.landing

ROOT = Path(rules.__file__).parents[1]
FIELDS = {"label", "title", "text", "follows", "stake", "phase", "may", "group", "reason"}
"""Fields that hold a text."""
UNIQUE = {"label", "title", "follows", "stake"}
"""Those fields by which two choices could be told apart."""
HOLE = re.compile(r"\{\w+\}")
TRANSLATION = (
    "companion/i18n/",
    "rules/engine/text.py",
    "companion/exchange/import_job.py",
    "companion/cli/click_messages.py",
)
"""Where a text's key may be used: for the catalogue, or to send it to another process."""
SILENT = ("four_souls-three-players", "four_souls-solo-lost", "darkmoor-three-lords", "king_of_tokyo-three")


# --- the source code ---------------------------------------------------------------------------------------------


def compared(tree: ast.AST, constants: frozenset[str] = frozenset()) -> Iterator[int]:
    """The lines in which a text decides something; ``constants`` are names bound to a text."""
    nodes = [*ast.walk(tree)]
    messages = {id(part) for node in nodes if _raises(node) for part in ast.walk(node)}
    for node in nodes:
        match node:
            case ast.Compare():
                found = _compares(node, constants)
            case ast.Attribute(attr="key"):
                found = _name(node.value) in FIELDS and id(node) not in messages
            case _:
                found = any(map(_sentence, _keys(node)))
        if found:
            yield node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno


def _raises(node: ast.AST) -> bool:
    """Whether it is an exception's message, which may be the English sentence."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name("super")), attr="__init__")):
            return True
    return False


def _compares(node: ast.Compare, constants: frozenset[str]) -> bool:
    """Whether a sentence is compared, or one choice's text with another's."""
    if all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
        return False
    sides = [part for side in (node.left, *node.comparators) for part in _parts(side)]
    fields = [side.attr for side in sides if isinstance(side, ast.Attribute) and side.attr in UNIQUE]
    return len(fields) > len(set(fields)) or any(_sentence(side) or _name(side) in constants for side in sides)


def _parts(side: ast.expr) -> list[ast.expr]:
    """The operands; for a literal collection its elements."""
    match side:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return elements
        case ast.Dict(keys=keys):
            return [key for key in keys if key]
    return [side]


def _keys(node: ast.AST) -> list[ast.expr]:
    """What is looked up, matched or searched for; for a literal dictionary its text keys."""
    match node:
        case ast.Subscript(slice=key):
            return [key]
        case ast.Dict(keys=keys):
            return [key for key in keys if isinstance(key, ast.Call)]
        case ast.match_case(pattern=pattern):
            return [one.value for one in ast.walk(pattern) if isinstance(one, ast.MatchValue)]
        case ast.Call(func=ast.Attribute(attr="get" | "index" | "startswith" | "endswith"), args=[first, *_]):
            return _parts(first)
    return []


def _sentence(side: ast.AST) -> bool:
    """Whether it is a text, or a string with a space or a placeholder."""
    match side:
        case ast.Call(func=ast.Name("Text")):
            return True
        case ast.Constant(value=str(words)):
            return HOLE.search(words) is not None or len(words.split()) > 1
    return False


def _name(side: ast.AST) -> str:
    match side:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def constants(path: Path) -> frozenset[str]:
    """The names that a module binds to a text."""
    return frozenset(name for node in parsed(path).body for name in _bound(node))


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            pairs = list(zip(names, values, strict=True))
        case ast.Assign(targets=[ast.Name() as name], value=value):
            pairs = [(name, value)]
        case _:
            pairs = []
    yield from (_name(name) for name, value in pairs if isinstance(value, ast.Call) and _sentence(value))


def imported(path: Path) -> Iterator[str]:
    """The texts of other modules that a module imports by name."""
    for node in parsed(path).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            folder = path.parents[node.level - 1] if node.level else ROOT
            there = folder.joinpath(*node.module.split(".")).with_suffix(".py")
            known = constants(there) if there.is_file() else ()
            yield from (name.asname or name.name for name in node.names if name.name in known)


def findings(path: Path) -> list[int]:
    """The lines of a module in which a text decides something."""
    return [*compared(parsed(path), constants(path).union(imported(path)))]


@pytest.mark.parametrize("package", ["rules", "companion"])
def test_no_code_compares_a_sentence(package: str) -> None:
    """No code in rules or companion compares a sentence or uses it as a key."""
    paths = {path.relative_to(ROOT).as_posix(): path for path in sorted((ROOT / package).rglob("*.py"))}
    assert len(paths) > 100
    found = {name: lines for name, path in paths.items() if (lines := findings(path))}
    assert not {name: lines for name, lines in found.items() if not name.startswith(TRANSLATION)}


def test_an_imported_text_is_found(tmp_path: Path) -> None:
    """A text compared under an imported and renamed name is found."""
    (tmp_path / "change.py").write_text('DRAW, ROWS = Text("Draw phase"), 4\n', "utf-8")
    (tmp_path / "view.py").write_text("from .change import DRAW as PHASE, ROWS\nROWS == 4\nx == PHASE\n", "utf-8")
    assert findings(tmp_path / "view.py") == [3]


@pytest.mark.parametrize(
    "source",
    [
        'choice.role == "option" and choice.label.key == "{who} passes"',
        'died = sum(note.text.key == "{monster} dies" for note in after.notes)',
        'if note.text.key != "won": pass',
        'first.key == "two words"',
        'label in ("End the turn", "pass")',
        'Text("Nobody won") == title',
        "title in (Text('Nobody won'), None)",
        "says == ASLEEP",
        "[c for c in asked.choices if c.label == choice.label]",
        "(one.event, one.label) == (other.event, other.label)",
        "icon_of(label.key)",
        "ICONS[choice.follows.key]",
        'LINES["Nobody won"]',
        'LINES.get("Nobody won")',
        'stake.startswith("hits with ")',
        'x = {Text("Nobody won"): 1}',
        'match title:\n    case "Nobody won": pass',
        'match title:\n    case Text("Nobody won"): pass',
    ],
)
def test_the_check_finds(source: str) -> None:
    """Every way to compare or look up a sentence is found."""
    assert [*compared(ast.parse(source), frozenset({"ASLEEP"}))]


@pytest.mark.parametrize(
    "source",
    [
        'choice.kind == "pass"',
        'tracker.key == "seat.1.life"',
        'super().__init__(f"{rule}: {reason.key}")',
        "prompt.stake is not None",
        "switch.group == group",
        's.phase == "action"',
        'shown = Text("Nobody won") if nobody else TIE',
        'LABELS = {"draw": Text("Draw phase")}',
    ],
)
def test_the_check_leaves_alone(source: str) -> None:
    """Kinds, tracker keys, fields of the state and displayed texts are no findings."""
    assert not [*compared(ast.parse(source), frozenset({"TIE"}))]


# --- reworded sentences ------------------------------------------------------------------------------------------


class Same(Text):
    """A text whose key is the same for all, without arguments."""

    def __init__(self, key: str, many: str = "", /, **args: Any) -> None:
        super().__init__("…")


class Other(Text):
    """A text whose key is never the same twice."""

    numbers = count()

    def __init__(self, key: str, many: str = "", /, **args: Any) -> None:
        super().__init__(f"{key} {next(self.numbers)}", many and f"{many} {next(self.numbers)}", **args)


def reword(monkeypatch: pytest.MonkeyPatch, text: type[Text]) -> None:
    """Replace the texts that the rules make from now on; existing ones stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rules.") and name != "rules.engine.text" and getattr(module, "Text", None) is Text:
            monkeypatch.setattr(module, "Text", text)


def layout(asked: Prompt | None) -> Any:
    """The choice layout, each choice by its event."""
    if asked is None:
        return None
    found = layout_choices(asked, shows_passes=False)
    parts = (
        found.primary,
        found.leave,
        found.secondary,
        found.triggers,
        found.own_items,
        *found.responses_by_seat.values(),
    )
    return (
        [[choice.event for choice in part] for part in parts],
        list(found.responses_by_seat),
        found.dice and found.dice.event,
    )


def looked_at(name: str) -> tuple[list[Any], list[Any]]:
    """A committed match: the layout of each prompt, and each death without its text."""
    path = playthrough.FOLDER / f"{name}.txt"
    game = playthrough.game_of(path)
    seats, rulings, events = playthrough.read(game, path.read_text("utf-8"))
    states = [start(game, seats, rulings)]
    for event in events:
        states.append(apply(game, states[-1], event))
    deaths = [(k, one.rule, one.seat, one.killer_seat, one.is_player) for k, one in game.deaths(states)]
    return [layout(prompt(state)) for state in states], deaths


@pytest.mark.parametrize("name", SILENT)
def test_rewording_moves_no_choice_and_hides_no_death(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same sentence for every text, a match has the same layouts and deaths."""
    layouts, deaths = looked_at(name)  # the original texts first, because the cards keep theirs
    assert any(layouts)
    assert deaths
    reword(monkeypatch, Same)
    assert looked_at(name) == (layouts, deaths)


def test_one_seats_pass_is_left_out_whatever_it_says(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """With passes hidden, only the choice by which everybody passes is shown."""
    table = action_phase(library)
    reword(monkeypatch, Other)
    asked = prompt(table.state)
    assert asked is not None
    assert passing(layout_choices(asked, shows_passes=False)) == [(0, 1, 2)]
    assert passing(layout_choices(asked, shows_passes=True)) == [(0, 1, 2), (0,)]


def passing(found: ChoiceLayout) -> list[tuple[int, ...]]:
    """The seats of each pass that is shown."""
    return [c.event.seats for c in (*found.leave, *found.secondary) if isinstance(c.event, Passed)]


# --- on a phone --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_a_play_is_handed_to_another_seat_whatever_it_is_called(library: Library, monkeypatch: Any) -> None:
    """A loot card's sheet offers the other players, though no two labels are equal."""
    table = action_phase(library)
    reword(monkeypatch, Other)

    async def journey(phone: Phone, table: Any) -> None:
        await phone.tap("Play loot")
        assert [name for name in phone.names() if name.startswith("It is ")] == [
            "It is Ana's",
            "It is Beto's",
            "It is Cira's",
        ]
        for name in ("It is Beto's", "More: ¢", "Onto the stack"):
            await phone.tap(name)
        assert table.state.stack.top.seat == 1

    on_phone(table, library, journey)


@pytest.mark.usefixtures("quick")
def test_a_number_keeps_its_icon_whatever_it_is_called(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A monster's life, evasion and attack keep their icons under other labels."""
    cards = GAMES["four_souls"].catalogues["monsters"]
    reworded = tuple(replace(c, numbers=tuple((Text("…"), n) for _, n in c.numbers)) for c in cards)
    monkeypatch.setitem(GAMES["four_souls"].catalogues, "monsters", reworded)
    table = first_monster(library, "Ana", "Beto")

    async def journey(phone: Phone, table: Any) -> None:
        controls = [control for control in phone.controls() if isinstance(control, ft.Icon | ft.Image)]
        icons = [control.icon if isinstance(control, ft.Icon) else control.src for control in controls]
        kinds = [ft.Icons.FAVORITE, ft.Icons.CASINO, SWORD.svg]
        assert [icon for icon in icons if icon in kinds][-3:] == kinds

    on_phone(table, library, journey)


def test_fetched_effects_stay_in_sight_whatever_they_are_called(library: Library, monkeypatch: Any) -> None:
    """Effects saved before their label was corrected are still shown after it."""
    table = action_phase(library)
    memory = CardMemory(Access(library.storage, is_host=True), "four_souls", RECENT_CHIPS_KEY)
    before = make_effects_hole(table.state).templates
    fetched = [next(t for t in before if t.value.kind == kind) for kind in ("skip_turn", "end_turn")]
    used = [template_of(filled(one), before) for one in fetched]
    memory.save_recent(*(effect_kind(template) for template in used if template))
    reword(monkeypatch, Other)
    seen, _ = visible_chips(make_effects_hole(table.state).templates, memory.recent())
    assert [t.value.kind for t in seen if t.group] == ["skip_turn", "end_turn"]


def filled(template: Any) -> Effect:
    """The effect on the first of its targets."""
    holes = {h.name: h.options[0].value if isinstance(h, Pick) else h.usual for h in template.holes}
    effect: Effect = replace(template.value, **holes)
    return effect


@pytest.mark.usefixtures("quick")
def test_the_phase_is_lit_whatever_it_is_called(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current one of the four phases of Malifaux is highlighted whatever its label."""
    from companion.ui.games.malifaux import model as scene

    renamed = tuple((key, Text(f"Phase of {key}")) for key, _ in scene.PHASES)
    monkeypatch.setattr(scene, "PHASES", renamed)
    table = library.matches.create("malifaux", ("Ana", "Beto"))
    for seat in range(2):
        say(table, Mustered(seat, (), 0))

    async def journey(phone: Phone, table: Any) -> None:
        assert [text for text in phone.texts() if text.startswith("Phase of")] == [f"Phase of {table.state.phase}"]

    on_phone(table, library, journey)


# --- choices of one prompt ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_two_choices_are_taken_for_each_other(key: str) -> None:
    """Choices of one prompt differ by event and holes alone, so a tap opens the right sheet."""
    game = GAMES[key]
    for seed in range(4):
        chance = play.Seeded(seed)
        state = play.sit_down(chance, game)
        for _ in range(80):
            asked = prompt(state)
            for offered in (asked.choices if asked else (), remarks(game, state)):
                pairs = ((a, b) for a, b in combinations(offered, 2) if type(a.event) is type(b.event))
                assert not [(a.label, b.label) for a, b in pairs if is_same_choice(a, b)]
            state = apply(game, state, play.move(chance, game, state))
