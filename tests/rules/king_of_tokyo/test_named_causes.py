"""Each change that a card makes names the card: what would not happen without it says so (X-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules.engine import Event, Note, Refused, Text, apply_unchecked
from rules.king_of_tokyo.effects.card_names import effect_key_name, held_or_tile_name
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.state import Held, Tokyo, find_held, set_monster
from rules.king_of_tokyo.model.texts import RULEBOOK
from tests.support.games.king_of_tokyo_cards import CardTable
from tests.support.games.king_of_tokyo_walks import moments
from tests.support.games.table import english


def named(text: Any) -> Iterator[Any]:
    """Everything that a text names, however deep."""
    yield text
    if isinstance(text, Text):
        for _, arg in text.args:
            yield from named(arg)


def moved(notes: Sequence[Note]) -> Counter[tuple[str, int]]:
    """How often each number moves by how much; an elimination takes everything, and says so."""
    return Counter(
        (change.key, change.after - change.before)
        for note in notes
        if note.kind != "elimination"
        for change in note.changes
    )


def without(s: Tokyo, item: int) -> Tokyo:
    """The same state in which that card or tile does nothing: it has another key, and copies nothing."""
    for seat, monster in enumerate(s.monsters):
        cards = tuple(Held(one.id, "", "x", one.cost) if one.id == item else one for one in monster.cards)
        tiles = tuple(one for one in monster.tiles if one.id != item)
        s = set_monster(s, seat, cards=cards, tiles=tiles)
    return s


def names_of(s: Tokyo, held: Held) -> set[Any]:
    """The names under which a card acts: its own, or that of the card it copies."""
    copied = find_held(s, held.copies) if held.copies else None
    names = {held_or_tile_name(held)}
    return names | {effect_key_name(f"card.{copied.card}")} if copied else names


def unnamed(s: Tokyo, event: Event, after: Tokyo) -> Iterator[str]:
    """The changes that would not be there without a card that nothing names: neither their note, nor one before it."""
    for held in (held for monster in s.monsters for held in (*monster.cards, *monster.tiles)):
        if getattr(event, "item", 0) == held.id:
            continue
        try:
            other = apply_unchecked(GAME, without(s, held.id), event)
        except (Refused, ValueError, IndexError, StopIteration, KeyError):
            continue
        if eliminated(other) != eliminated(after):  # whoever is kept in goes on to enter Tokyo, to gain, to lose
            continue
        names, told, silent = {id_of(name) for name in names_of(s, held)}, set[str](), list[Note]()
        for note in after.notes:
            told |= {id_of(name) for name in named(note.text)}
            silent += [] if told & names else [note]
        for (key, by), _ in (moved(silent) - moved(other.notes)).items():
            yield f"{english(held_or_tile_name(held))}: {key} {by:+} after {event}"


def eliminated(s: Tokyo) -> tuple[int, ...]:
    """The seats that are out."""
    return tuple(seat for seat, monster in enumerate(s.monsters) if monster.out)


def id_of(name: Any) -> str:
    """A name as something that can be compared."""
    return english(name) if not isinstance(name, str | int) else str(name)


@pytest.mark.landing
@pytest.mark.rule("X-05")
def test_a_change_that_a_card_makes_names_it() -> None:
    """Over random play: a change that goes as the card goes is told with the name of the card."""
    found = [line for moment in moments() for line in unnamed(*moment)]
    assert found == []
    assert len(moments()) > 300


@pytest.mark.landing
@pytest.mark.rule("X-05")
def test_a_note_of_a_ruling_states_nothing_else() -> None:
    """Over random play: what happened is never in the note that says how the table plays an open point."""
    rulings = [note for _, _, after in moments() for note in after.notes if note.switch]
    assert rulings
    assert [note for note in rulings if note.changes or note.kind != "ruling" or note.task or not is_ruling(note)] == []


def is_ruling(note: Note) -> bool:
    """Whether the text is the one of ``Rulebook.note_ruling``: the open point, and the reading of the table."""
    return dict(note.text.args).get("what") == RULEBOOK.title(note.switch)


@pytest.mark.rule("KT-A18")
@pytest.mark.parametrize("ruling", ["begun", "shrunk"])
def test_with_two_left_tokyo_still_tells_its_reward(ruling: str) -> None:
    """L90, L91: with two of three left, the point for entering and the two for starting are told."""
    t = CardTable("", "", "", city=-1, KT_A18=ruling).has("C", out=True).throws("112233")
    told = [note for note in t.notes if not note.switch]
    what = "energy (1)" if ruling == "shrunk" else "point (6)"
    assert f"A: +1 {what} for entering Tokyo" in [english(note.text) for note in told]
    assert [note.switch for note in t.notes if note.switch] == ["KT-A18"]
    t.next_turn()
    what = "+1 energy (2)" if ruling == "shrunk" else "+2 points (8)"
    assert f"A: {what} for starting in Tokyo" in t.note_texts


@pytest.mark.rule("KT-A8")
def test_a_deadly_blow_is_told_beside_the_ruling() -> None:
    """Who was hit and how hard stands in a note of its own, also where the order of KT-A8 decides."""
    t = CardTable("", "", "").has("C", hearts=1).throws("11223s")
    assert ("A hits C: 1", "") in [(english(note.text), note.switch) for note in t.notes]
    assert "KT-A8" in [note.switch for note in t.notes]


@pytest.mark.rule("X-05")
@pytest.mark.parametrize(
    ("hands", "roll", "line"),
    [
        (("solar_powered", "", ""), "112233", "A: +1 energy (1) from Solar Powered"),
        (("alpha_monster", "", ""), "11223s", "A: +1 point (6) from Alpha Monster"),
        (("fire_breathing", "", ""), "11223s", "B: −1 heart (7) from Fire Breathing"),
        (("poison_quills", "", ""), "222113", "A hits C: 2 (0 smashes + 2 from Poison Quills)"),
        (("gourmet", "", ""), "111223", "A: +2 points (7) from Gourmet"),
        (("", "", "armor_plating"), "11223s", "C loses no hearts thanks to Armor Plating"),
        (("friend_of_children", "", ""), "11223e", "A: +2 energy (2) for 1 energy die, +1 from Friend of Children"),
        (("devil", "", ""), "11223s", "C: −2 hearts (6) with Devil"),
    ],
)
def test_the_line_of_a_card_names_it(hands: tuple[str, ...], roll: str, line: str) -> None:
    """The lines that were without a name: energy, points and hearts by a card (findings, "no card named")."""
    t = CardTable(*hands).throws(roll)
    lines = [english(note.text) for note in t.notes]
    while line not in lines and t.active == "A" and t.asked.dice is None:
        lines += [english(note.text) for note in t.usual().notes]
    assert line in lines
