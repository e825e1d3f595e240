"""Pasted crew lists: what list builders, battle reports and chats write is read, and nothing silently is a model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.games.malifaux.crew_list import MAX_PARTS, CrewList, format_crew, read_crew
from rules.engine import Text
from rules.malifaux.model.crew_boxes import crew_boxes
from rules.malifaux.model.state import Recruit

BUILDER_LIST = """Guild Crew – 50 – Scrap
Lady Justice — 4 Pool
  +Vendetta [2]
Scales of Justice [4]
The Judge [8]
  +Hold the Line [1]
Death Marshal [6]
Death Marshal [6]
"""
WOUNDS = {model.name: model.wounds for box in crew_boxes() for model, _ in box.models}
"""The wounds of the boxes' models (``mx_crews.csv``)."""


def models(text: str) -> list[tuple[str, int, int | None]]:
    return [(line.name, line.count, line.wounds) for line in read_crew(text).lines if line.kind == "model"]


def kinds(text: str) -> list[str]:
    return [line.kind for line in read_crew(text).lines]


def test_the_list_of_the_usual_builder() -> None:
    """The head is no model, upgrades are none, wounds are the boxes', costs are no wounds, the pool is stones."""
    crew = read_crew(BUILDER_LIST)
    assert crew.stones == 4
    assert crew.unknown_names == ()
    assert crew.recruits({}) == (
        Recruit("Lady Justice", 14),
        Recruit("Scales of Justice", 4),
        Recruit("The Judge", 10),
        Recruit("Death Marshal 1", 6),
        Recruit("Death Marshal 2", 6),
    )
    first, *_ = kinds(BUILDER_LIST)
    assert (first, kinds(BUILDER_LIST).count("upgrade")) == ("heading", 2)


@pytest.mark.parametrize(
    ("text", "found", "stones"),
    [
        (
            "Lilith (Beckon Malifaux, Living Blade), 3 Terror Tots, Cherub",
            [("Lilith", 1, 10), ("Terror Tot", 3, 4), ("Cherub", 1, 4)],
            None,
        ),
        ("2x Ice Gamin", [("Ice Gamin", 2, 5)], None),
        ("Lady Justice (0)", [("Lady Justice", 1, 14)], None),
        ("Lady Justice, Vendetta Upgrade, 6SS Cache", [("Lady Justice", 1, 14)], 6),
        ("– Cherub", [("Cherub", 1, 4)], None),
        ("Guild Crew - 50", [], None),
        ("Death Marshal x3, 6", [("Death Marshal", 3, 6)], None),
        ("Death Marshal ×3", [("Death Marshal", 3, 6)], None),
        ("1. «Wendigo»\n2) “Ice Golem”", [("Wendigo", 1, 6), ("Ice Golem", 1, 10)], None),
        ("[12:03] Ana: Lilith\n12/5/24, 12:03 - Ana: Barbaros", [("Lilith", 1, 10), ("Barbaros", 1, 9)], None),
        ("Leader: Judge\nCache: 3\nTotal: 50ss", [("The Judge", 1, 10)], 3),
        ("Líder: Lilith\n4 piedras de alma", [("Lilith", 1, 10)], 4),
        (
            "Seamus, 11\nBelle: 6\nSybelle; 9\nÜnal\t7",
            [("Seamus", 1, 11), ("Belle", 1, 6), ("Sybelle", 1, 9), ("Ünal", 1, 7)],
            None,
        ),
        ("Rasputina, 10", [("Rasputina", 1, 10)], None),
        ("Seamus (11 wounds)\nBelle 6 heridas", [("Seamus", 1, 11), ("Belle", 1, 6)], None),
        ("", [], None),
    ],
)
def test_other_shapes_of_lists(text: str, found: list[tuple[str, int, int | None]], stones: int | None) -> None:
    """Battle reports, counts before and behind, any bracket, labels, bullets, numbers, quotes, and what was typed."""
    assert models(text) == found
    assert read_crew(text).stones == stones


@pytest.mark.parametrize(
    "text",
    [
        "Seamus",
        "Seamus (11)",
        "Seamus 11",
        "Death Marshal 3",
        "Guild Crew, 50",
        "ok nos vemos a las 8",
        "A, 0",
        "A, 100",
        "0x Lilith",
    ],
)
def test_what_is_not_understood_is_asked(text: str) -> None:
    """Whoever is in no box, and a number that may be a cost, a count or wounds, is no model until somebody says so."""
    crew = read_crew(text)
    assert kinds(text) == ["unknown"]
    assert crew.recruits({}) == ()
    (name,) = crew.unknown_names
    if not text.startswith("0x"):
        assert crew.recruits({name: 7}) == (Recruit(name, 7),)


def test_names_and_crews_have_limits() -> None:
    """A name that is too long is not understood, more than 40 models are no crew, a huge text is cut."""
    assert (kinds("x" * 50 + ", 5"), read_crew("x" * 50 + ", 5").unknown_names) == (["unknown"], ())
    assert isinstance(read_crew("41 x A, 5").recruits({}), Text)
    assert isinstance(read_crew("99 x A, 5\n" * 5_000).recruits({}), Text)
    huge = read_crew("head:\n" * 100_000)
    assert len(huge.lines) == MAX_PARTS
    assert huge.recruits({}) == Text("That list is too long for a crew.")


# --- noises ------------------------------------------------------------------------------------------------------

Line = tuple[str, int]
crews = st.lists(st.tuples(st.sampled_from(sorted(WOUNDS)), st.integers(1, 4)), min_size=1, max_size=6)
COUNTS = [
    "{n}x {name}",
    "{n} x {name}",
    "{n} {name}",
    "{name} x{n}",
    "{name} ×{n}",
    "{name} (x{n})",
    "x{n} {name}",
    "{n}× {name}",
]
BEHIND = ["", " [6]", " (0)", " {7}", " – 8", " — 10 pts", " (9ss)", " <5>", ", WOUNDS"]
BEFORE = [
    "",
    "- ",
    "• ",
    "– ",
    "* ",
    "▪ ",
    "1. ",
    "2) ",
    "  ",
    "\t",
    "> ",
    ">> ",
    "[12:03] Ana: ",
    "29/11/26, 12:03 - Ana: ",
]
AROUND = ["{}", "“{}”", "«{}»", "„{}“", '"{}"', "**{}**", "‘{}’"]
EXTRA = [
    "",
    "Guild Crew – 50 – Scrap",
    "+Vendetta [2]",
    "  + Hold the Line",
    "```",
    "Total: 50ss",
    "Gremio",
    "   ",
    "\u200b",
]
INVISIBLE = ["\u200b", "\u00ad", "\ufeff", "\u2060"]


def decorated(draw: st.DrawFn, line: Line) -> str:
    """A line of a list with noises that change nothing of what it says."""
    name, n = line
    name = draw(st.sampled_from(AROUND)).format(name)
    text = draw(st.sampled_from(COUNTS)).format(n=n, name=name) if n > 1 or draw(st.booleans()) else name
    text = draw(st.sampled_from(BEFORE)) + text + draw(st.sampled_from(BEHIND)).replace("WOUNDS", str(WOUNDS[line[0]]))
    at = draw(st.integers(0, len(text)))
    text = text[:at] + draw(st.sampled_from(["", *INVISIBLE])) + text[at:]
    return text.replace(" ", draw(st.sampled_from([" ", " ", "\u00a0", "\u202f"])))


@st.composite
def noisy_lists(draw: st.DrawFn) -> tuple[list[Line], str]:
    crew = draw(crews)
    lines = [part for line in crew for part in (draw(st.sampled_from(EXTRA)), decorated(draw, line))]
    return crew, draw(st.sampled_from(["\n", "\r\n", "\r", "\u2028"])).join(lines)


@given(noisy_lists())
def test_noises_change_nothing(crew_and_text: tuple[list[Line], str]) -> None:
    """A lawful list with bullets, quotes, dashes, counts, costs, heads and invisible letters reads the same."""
    crew, text = crew_and_text
    assert models(text) == [(name, n, WOUNDS[name]) for name, n in crew]
    assert read_crew(text).unknown_names == ()


@given(crews)
def test_a_saved_crew_is_read_as_it_was_saved(crew: list[Line]) -> None:
    """What is saved of a crew is read as the same crew, also with numbered models."""
    text = "\n".join(f"{n} x {name}" for name, n in crew)
    recruits = read_crew(text).recruits({})
    assert isinstance(recruits, tuple)
    assert read_crew(format_crew(recruits)).recruits({}) == recruits


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    """Whatever is pasted, reading says something of it and raises nothing."""
    found = read_crew(text)
    assert isinstance(found, CrewList)
    assert found.recruits({}) is not None
