"""Laws of the words of the card language: each is one record, complete, and in one place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.storage.codec import Codec
from rules.card_grammar import parse_abilities
from rules.engine import Text
from rules.four_souls.game import GAME
from rules.four_souls.model import effect as words
from rules.four_souls.model.effect import (
    EFFECT_KINDS,
    TARGET_KINDS,
    EffectKind,
    EffectTemplate,
    TargetKind,
    include_effects,
    include_targets,
)
from rules.four_souls.model.events import Told
from rules.four_souls.model.item_abilities import compile_item
from rules.four_souls.vocabulary.consequence_text import effect_text
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.state_changes import gain
from tests.support.games.four_souls import Effect, Target, table
from tests.support.paths import ROOT

FOLDER = ROOT / "rules/four_souls"
AMOUNTS = (0, 1, 2)
FEWEST_ROWS = 5
"""Fewest rows of a table by words; fewer are cases, such as the three kinds of slots."""


# --- parts ---------------------------------------------------------------------------------------------------------


def missing_parts(name: str, kind: EffectKind) -> Iterator[str]:
    """What a kind of effect needs and lacks."""
    if not callable(kind.text) or not all(isinstance(kind.text("x", n, f"+{n}"), Text) for n in AMOUNTS):
        yield "text"
    if kind.brief is not None and not all(isinstance(kind.brief(n, f"+{n}"), Text) for n in AMOUNTS):
        yield "brief"
    if not callable(kind.action) and not kind.in_play:
        yield "action"
    if kind.outcome and not kind.template:
        yield "template"
    if kind.stated_as and (kind.stated_as not in EFFECT_KINDS or not EFFECT_KINDS[kind.stated_as].template):
        yield "stated_as"
    if any(effect.kind != name for effect in (*kind.forms.values(), *kind.abilities.values())):
        yield "forms"


def missing_target_parts(kind: TargetKind) -> Iterator[str]:
    """What a kind of target needs and lacks: a text, and one way to become targets at most."""
    if not isinstance(kind.text, Text) or not kind.text.key:
        yield "text"
    if kind.find and not kind.name_of:
        yield "name_of"
    if sum(map(bool, (kind.name_of, kind.expand, kind.choices))) > 1:
        yield "choices"
    if (kind.is_late or kind.is_on_stack or kind.never_lacks or kind.question) and not kind.choices:
        yield "choices"


@pytest.mark.parametrize("name", EFFECT_KINDS)
def test_every_kind_of_effect_has_all_its_parts(name: str) -> None:
    """Each has a text and an action, or lies in play; what refers to another kind finds it."""
    assert list(missing_parts(name, EFFECT_KINDS[name])) == []


@pytest.mark.parametrize("name", TARGET_KINDS)
def test_every_kind_of_target_has_all_its_parts(name: str) -> None:
    """Each has a text; one by its id has a name in a state, and none is both a group and still to be chosen."""
    assert list(missing_target_parts(TARGET_KINDS[name])) == []


WITHOUT = {
    "text": lambda kind: replace(kind, text=None),
    "action": lambda kind: replace(kind, action=None, in_play=()),
    "template": lambda kind: replace(kind, template=None, outcome=EFFECT_KINDS["cents"].outcome),
    "stated_as": lambda kind: replace(kind, stated_as="no such kind"),
    "forms": lambda kind: replace(kind, forms={("do", "this", ""): Effect("no such kind")}),
}
"""A kind of effect without one of its parts, by that part."""


@pytest.mark.parametrize("part", WITHOUT)
def test_a_missing_part_is_noticed(part: str) -> None:
    """Without one of its parts, each kind of effect fails the law above."""
    assert [name for name, kind in EFFECT_KINDS.items() if part not in missing_parts(name, WITHOUT[part](kind))] == []


def test_what_can_be_stated_is_offered_in_the_order_of_the_words() -> None:
    """Each kind with a template is in the hole where it has a target, in the order of the records."""
    t = table(rooms="off").names("Ana", "Hucha").triggers("Ana", Effect("roll"))
    offered = [template.value.kind for template in make_effects_hole(t.s).templates]
    assert offered == [name for name in EFFECT_KINDS if name in offered]
    assert {"cents", "recharge", "vacate"} <= set(offered) <= {n for n, kind in EFFECT_KINDS.items() if kind.template}


# --- one place -----------------------------------------------------------------------------------------------------

SPARKLE = EffectKind(
    lambda on, n, by: Text("{who} sparkles {n} times", who=on, n=n),
    lambda s, item, target, by: gain(s, "FS-34", target.id, "cents", by * 10),
    EffectTemplate(Text("sparkle"), lambda t: t.seats, (1, 9)),
    brief=lambda n, by: Text("sparkles"),
)
HERMIT = TargetKind(Text("the hermit"), ("hermit",), expand=lambda s, seat, target: (Target("seat", len(s.seats) - 1),))


@pytest.fixture
def _new_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more kind of effect and of target for the length of a test."""
    names = {name: getattr(words, name) for name in ("EffectName", "TargetName", "BoostName")}
    include_effects({"sparkle": SPARKLE})
    include_targets({"hermits": HERMIT})
    yield
    del EFFECT_KINDS["sparkle"], TARGET_KINDS["hermits"], words.TARGETS["hermit"]
    for name, value in names.items():
        setattr(words, name, value)


@pytest.mark.usefixtures("_new_words")
def test_a_new_word_is_one_record() -> None:
    """A record is enough for the notation, what people state, the texts, the play and the saves."""
    (way,) = compile_item(parse_abilities("sparkle:2@hermit")).activations
    assert way == (Effect("sparkle", Target("hermits"), 2),)
    t = table()
    assert any(template.value.kind == "sparkle" for template in make_effects_hole(t.s).templates)
    assert effect_text(t.s, way[0]) == Text("{who} sparkles {n} times", who=Text("the hermit"), n=2)
    before = t.player("Beto").cents
    t.triggers("Ana", t.to("Beto", "sparkle", 2)).nobody()
    assert t.player("Beto").cents == before + 20
    codec = Codec(GAME)
    assert codec.read_event(codec.write_event(Told(way))) == Told(way)


def test_a_word_that_nobody_knows_is_in_no_save() -> None:
    """Outside the test above, its words are unknown, and a save that holds them is refused."""
    codec = Codec(GAME)
    assert codec.is_valid_event(Told((Effect("recharge", Target("me")),)))
    assert not codec.is_valid_event(Told((Effect("sparkle"),)))
    assert not codec.is_valid_event(Told((Effect("recharge", Target("hermits")),)))


def tables_of_words(tree: ast.AST) -> Iterator[list[str]]:
    """The words of each table whose rows are all kinds of effects, or all kinds of targets."""
    for node in ast.walk(tree):
        rows = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.Tuple | ast.Set) else []
        found = [one.value for one in rows if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if len(found) == len(rows) >= FEWEST_ROWS and (
            set(found) <= EFFECT_KINDS.keys() or set(found) <= TARGET_KINDS.keys()
        ):
            yield found


def test_no_table_repeats_the_words() -> None:
    """Outside ``effects`` no table has rows for kinds of effects or targets: what a kind is like is in its record."""
    paths = [path for path in FOLDER.rglob("*.py") if path.parent.name != "effects"]
    found = {str(path.relative_to(ROOT)): list(tables_of_words(ast.parse(path.read_text("utf-8")))) for path in paths}
    assert len(found) > 50
    assert {path: tables for path, tables in found.items() if tables} == {}
    assert list(tables_of_words(ast.parse("KINDS = ('recharge', 'destroy', 'steal', 'give', 'kill')")))
