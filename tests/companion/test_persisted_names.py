"""Every name that saves may hold exists today, or has an alias that does."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from companion.storage.settings import OLD_SETTING_KEYS
from rules.engine import Aliases
from tests.support import persisted_names as names

PRESENT = names.collect()


def found(kept: names.Names, present: names.Names = PRESENT, **aliases: Any) -> list[str]:
    """The problems of a list when Four Souls has only those aliases."""
    return names.problems(kept, present, {"four_souls": Aliases(**aliases)}, OLD_SETTING_KEYS)


def renamed(change: Any) -> names.Names:
    """Today's names, changed."""
    other = deepcopy(PRESENT)
    change(other)
    return other


def test_every_persisted_name_is_there_or_aliased_and_every_name_of_today_is_in_the_file() -> None:
    """Every persisted name exists or has an alias, and every name of today is listed.

    A lost name makes saved matches unreadable: add an alias, or bring the name back.
    """
    wrong = names.problems(names.read(), PRESENT, names.known_aliases(), OLD_SETTING_KEYS)
    assert not wrong, "\n".join(wrong)


def test_the_file_is_as_its_script_writes_it() -> None:
    """The file is exactly what its script writes."""
    assert names.text(names.merged(names.read(), PRESENT)) == names.FILE.read_text("utf-8")


def test_the_script_adds_names_and_takes_none_out() -> None:
    """The script adds names and removes none."""
    kept = {"four_souls": {"steps": ["b_gone"], "records": {"Old": ["a"], "Both": ["x"]}}}
    both = names.merged(kept, {"four_souls": {"steps": ["a_new"], "records": {"Both": ["y"]}}})
    assert both == {"four_souls": {"records": {"Both": ["x", "y"], "Old": ["a"]}, "steps": ["a_new", "b_gone"]}}


PLAIN = [
    ("steps", "recharge", "steps"),
    ("trackers", "seat.#.cents", "trackers"),
    ("places", "FS-41", "places"),
    ("card_names", "Big Spider", "card_names"),
]


@pytest.mark.parametrize(("kind", "name", "table"), PLAIN)
def test_a_renamed_name_is_missed_until_it_is_aliased(kind: str, name: str, table: str) -> None:
    """A renamed name is reported until it has an alias."""
    kept = renamed(lambda other: other["four_souls"][kind].append(f"{name}_old"))
    (wrong,) = found(kept)
    assert f"{kind} {name}_old " in wrong
    assert "neither there today nor aliased" in wrong
    assert found(kept, **{table: {f"{name}_old": name}}) == []


def test_a_renamed_record_is_missed_with_its_fields() -> None:
    kept = renamed(lambda other: other["four_souls"]["records"].update(Gambler=["cents", "life"]))
    (wrong,) = found(kept)
    assert "records Gambler " in wrong
    (wrong,) = found(kept, records={"Gambler": "Monster"})
    assert "records Gambler / cents " in wrong
    assert found(kept, records={"Gambler": "Player"}) == []


def test_a_renamed_field_is_missed_until_it_is_aliased() -> None:
    kept = renamed(lambda other: other["four_souls"]["records"]["Player"].append("coins"))
    (wrong,) = found(kept)
    assert "records Player / coins " in wrong
    assert found(kept, fields={"Player.coins": "cents"}) == []


def test_a_renamed_setting_choice_or_word_is_missed_until_it_is_aliased() -> None:
    def change(other: names.Names) -> None:
        other["four_souls"]["switches"]["cellar"] = ["on"]
        other["four_souls"]["switches"]["rooms"].append("yes")
        other["four_souls"]["values"]["Player.doom"].append("fine")

    kept = renamed(change)
    assert len(found(kept)) == 3
    aliases = {
        "switches": {"cellar": "rooms"},
        "choices": {"rooms": {"yes": "on"}},
        "values": {"Player.doom": {"fine": "none"}},
    }
    assert found(kept, **aliases) == []


@pytest.mark.parametrize("kind", ["settings", "browser", "habits", "actors", "export_head", "situation"])
def test_what_the_companion_writes_is_missed_as_well(kind: str) -> None:
    kept = renamed(lambda other: other["companion"][kind].append("old"))
    assert [f"companion: {kind} old " in wrong for wrong in found(kept)] == [True]
    settings = {"old": "theme"}
    assert bool(names.problems(kept, PRESENT, {}, settings)) is (kind != "settings")


def test_a_column_that_is_gone_is_missed() -> None:
    present = renamed(lambda other: other["companion"]["tables"]["entry"].remove("event"))
    (wrong,) = found(PRESENT, present)
    assert "tables entry / event " in wrong


def test_a_new_name_has_to_be_in_the_file() -> None:
    kept = renamed(lambda other: other["four_souls"]["steps"].remove("recharge"))
    (wrong,) = found(kept)
    assert (
        wrong
        == "four_souls: steps recharge is not in persisted_names.toml: run python -m tests.support.persisted_names"
    )


BAD = [
    ("steps", {"old": "nowhere"}, "leads to 'nowhere'"),
    ("steps", {"recharge": "loot_1"}, "hides"),
    ("records", {"Old": "Nobody"}, "leads to 'Nobody'"),
    ("records", {"Monster": "Player"}, "hides"),
    ("fields", {"Player.old": "nothing"}, "leads to 'nothing'"),
    ("fields", {"Player.life": "cents"}, "hides"),
    ("fields", {"Nobody.old": "life"}, "leads to 'life'"),
    ("trackers", {"seat.#.old": "seat.#.nothing"}, "leads to 'seat.#.nothing'"),
    ("switches", {"old": "nothing"}, "leads to 'nothing'"),
    ("choices", {"rooms": {"old": "nothing"}}, "leads to 'nothing'"),
    ("choices", {"rooms": {"off": "on"}}, "hides"),
    ("places", {"FS-0": "FS-1"}, "leads to 'FS-1'"),
    ("values", {"Player.doom": {"fine": "well"}}, "leads to 'well'"),
    ("values", {"Player.doom": {"dead": "none"}}, "hides"),
    ("card_names", {"Big Spider": "Fly"}, "hides"),
]


@pytest.mark.parametrize(("kind", "table", "why"), BAD)
def test_an_alias_leads_to_what_there_is_and_hides_nothing(kind: str, table: Any, why: str) -> None:
    (wrong,) = (one for one in found(PRESENT, **{kind: table}) if " alias " in one)
    assert wrong.startswith(f"four_souls: the alias {kind}")
    assert why in wrong


def test_names_in_a_circle_are_refused() -> None:
    with pytest.raises(ValueError, match="circle"):
        found(PRESENT, steps={"one": "other", "other": "one"})
