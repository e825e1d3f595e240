"""The starter boxes of crews (``mx_crews.csv``)."""

import csv

import pytest

from companion.ui.games.malifaux.crew_list import format_box, read_crew
from rules.malifaux.model.crew_boxes import crew_boxes, factions
from tests.support.paths import SHARED

FACTS = SHARED / "rulebook" / "cards" / "mx_crews.csv"
SIZES = {
    "Lady Justice": 6,
    "Lilith": 6,
    "Lucius": 7,
    "Mei Feng": 6,
    "Nicodem": 6,
    "Ophelia": 8,
    "Pandora": 7,
    "Perdita": 6,
    "Rasputina": 6,
    "Viktorias": 6,
    "Wong": 6,
}
"""Models in each box: the pages of Mei Feng and Ophelia say six and eight."""


def test_each_box_is_a_crew_of_all_its_models() -> None:
    """Each box is read as a pasted list is, with a model for every copy, and belongs to a faction."""
    crews = {box.name: read_crew(format_box(box)).recruits({}) for box in crew_boxes()}
    assert {name: len(crew) for name, crew in crews.items() if isinstance(crew, tuple)} == SIZES
    assert {key for box in crew_boxes() for key in box.factions} == set(factions())


def test_every_row_of_the_facts_is_in_its_box() -> None:
    """Each row: its crew, factions, model, wounds and number of copies."""
    if not FACTS.exists():
        pytest.skip("../shared/rulebook is not here")
    with FACTS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    names = {key: name.en for key, name in factions().items()}
    assert [
        (row["crew"], row["faction"], row["model"], int(row["wounds"]), int(row["count"]))
        for row in sorted(rows, key=lambda row: row["crew"])
    ] == [
        (box.name, " / ".join(names[key] for key in box.factions), model.name, model.wounds, count)
        for box in crew_boxes()
        for model, count in box.models
    ]
