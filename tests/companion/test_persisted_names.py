"""Every name that saves of a release may hold exists today, or an upgrade leads on what holds it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from companion.storage import upgrades
from companion.storage.upgrades import Upgrade
from tests.support import persisted_names as names

PRESENT = names.collect()


def changed(change: Any) -> names.Names:
    """Today's names, changed."""
    other = deepcopy(PRESENT)
    change(other)
    return other


def test_every_persisted_name_is_there_or_upgraded_and_every_name_of_today_is_in_the_file() -> None:
    """Every persisted name exists or is upgraded, and every name of today is listed."""
    wrong = names.problems(names.read(), PRESENT)
    assert not wrong, "\n".join(wrong)


def test_the_file_is_as_its_script_writes_it() -> None:
    """The file is exactly what its script writes."""
    assert names.text(names.merged(names.read(), PRESENT)) == names.FILE.read_text("utf-8")


def test_the_script_adds_names_and_takes_none_out() -> None:
    """The script adds names and removes none."""
    kept = {"four_souls": {"steps": ["b_gone"], "records": {"Old": ["a"], "Both": ["x"]}}}
    both = names.merged(kept, {"four_souls": {"steps": ["a_new"], "records": {"Both": ["y"]}}})
    assert both == {"four_souls": {"records": {"Both": ["x", "y"], "Old": ["a"]}, "steps": ["a_new", "b_gone"]}}


def test_a_new_name_has_to_be_in_the_file() -> None:
    kept = changed(lambda other: other["four_souls"]["steps"].remove("recharge"))
    (wrong,) = names.problems(kept, PRESENT)
    assert (
        wrong
        == "four_souls: steps recharge is not in persisted_names.toml: run python -m tests.support.persisted_names"
    )


def rename_everything(kind: str, game: str, data: Any) -> Any:
    """An upgrade for each name of ``GONE``."""
    match kind, data:
        case "state", {"name": "four_souls.gone"}:
            return {**data, "name": "four_souls.recharge"}
        case "event", {"type": "Gambler" | "Called"}:
            return {**data, "type": "Player"}
        case "event", {"type": "Player", "coins": _} | {"type": "Player", "doom": "fine"}:
            return {"type": "Player"}
        case "event", {"key": "seat.1.coins"} | {"rule": "FS-0"}:
            return None
        case ("rulings", {"cellar": _} | {"rooms": "yes"}) | ("setting", {"key": "paint"}) | ("die", {"kind": "pips"}):
            return None
        case ("export" | "entry" | "situation", {"old": _}) | ("card", {"kind": "spells"}):
            return None
        case "situation", {"card": "Big Fly"}:
            return {**data, "card": "Fly"}
    return data


GONE: dict[str, Any] = {
    "steps gone": lambda one: one["four_souls"]["steps"].append("gone"),
    "events Called": lambda one: one["four_souls"]["events"].append("Called"),
    "records Gambler": lambda one: one["four_souls"]["records"].update(Gambler=["cents"]),
    "records Player / coins": lambda one: one["four_souls"]["records"]["Player"].append("coins"),
    "values Player.doom / fine": lambda one: one["four_souls"]["values"]["Player.doom"].append("fine"),
    "switches cellar": lambda one: one["four_souls"]["switches"].update(cellar=["on"]),
    "switches rooms / yes": lambda one: one["four_souls"]["switches"]["rooms"].append("yes"),
    "trackers seat.#.coins": lambda one: one["four_souls"]["trackers"].append("seat.#.coins"),
    "places FS-0": lambda one: one["four_souls"]["places"].append("FS-0"),
    "card_names Big Fly": lambda one: one["four_souls"]["card_names"].append("Big Fly"),
    "dice pips": lambda one: one["four_souls"]["dice"].append("pips"),
    "settings paint": lambda one: one["companion"]["settings"].append("paint"),
    "remembered_cards spells": lambda one: one["companion"]["remembered_cards"].append("spells"),
    "export_head old": lambda one: one["companion"]["export_head"].append("old"),
    "export_entry old": lambda one: one["companion"]["export_entry"].append("old"),
    "situation old": lambda one: one["companion"]["situation"].append("old"),
    "tables entry / mood": lambda one: one["companion"]["tables"]["entry"].append("mood"),
}


@pytest.mark.parametrize("gone", GONE)
def test_a_name_that_is_gone_needs_an_upgrade(gone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is gone is reported, also by an upgrade that leaves it, until an upgrade leads on what holds it."""
    kept = changed(GONE[gone])
    (wrong,) = names.problems(kept, PRESENT)
    assert f": {gone} is in saves of a release and is gone: " in wrong
    assert "raise FORMAT in companion/storage/upgrades.py" in wrong
    monkeypatch.setattr(upgrades, "FORMAT", 2)
    monkeypatch.setitem(upgrades.UPGRADES, 1, Upgrade(lambda kind, game, data: data))
    assert names.problems(kept, PRESENT) == [wrong]
    statements = ("ALTER TABLE entry DROP COLUMN mood",)
    monkeypatch.setitem(upgrades.UPGRADES, 1, Upgrade(rename_everything, statements))
    assert names.problems(kept, PRESENT) == []


@pytest.mark.parametrize("kind", ["browser", "habits", "archive", "files"])
def test_what_no_upgrade_reaches_has_to_stay(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(upgrades.UPGRADES, 1, Upgrade(rename_everything))
    kept = changed(lambda other: other["companion"][kind].append("old"))
    assert [f"companion: {kind} old is" in wrong for wrong in names.problems(kept, PRESENT)] == [True]
