"""Upper bounds of the controls that a change builds and compares, on the host's screen in the middle of a match.

What the redraws are to come to: at most 30 controls for a number and 120 for a usual answer. A number of Boss Monster
counts with the open sheet in which a room is named.
The bounds are a tenth to a quarter above the medians of today, so that a part that is no longer kept is noticed.
Responses on the players' rows (Four Souls), and souls and wounds above each dungeon (Boss Monster), have their part.
"""

from __future__ import annotations

from statistics import median

import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from tests.support.ui.redraw_counts import run
from tests.support.ui.table_device import MIDDLE, Device, opened, without_delays

pytestmark = pytest.mark.landing

STEPS = 30
"""Changes that are counted: a number and an answer in turn."""
BOUNDS = {
    "four_souls": {"number": (80, 75), "pass": (290, 165), "answer": (315, 120)},
    "king_of_tokyo": {"number": (68, 64), "answer": (295, 170)},
    "malifaux": {"number": (64, 60), "answer": (185, 160)},
    "darkmoor": {"number": (64, 60), "answer": (315, 270)},
    "boss_monster": {"number": (205, 200), "answer": (375, 215)},
}
"""Upper bounds of the medians by game and kind of change: controls built, and pairs of controls compared."""


@pytest.mark.parametrize("key", MIDDLE)
def test_a_change_builds_and_compares_no_more_controls_than_now(
    library: Library, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The medians over all numbers, passes and other answers are within their bounds."""
    without_delays(monkeypatch)
    work_by_kind = run(Device(opened(library, key), library, HOST_ROLE), STEPS)
    assert work_by_kind.keys() == BOUNDS[key].keys()
    medians = {
        kind: (median(one.built for one in work), median(one.compared for one in work))
        for kind, work in work_by_kind.items()
    }
    for kind, (built, compared) in BOUNDS[key].items():
        assert 0 < medians[kind][0] <= built, f"{kind}: {medians}"
        assert 0 < medians[kind][1] <= compared, f"{kind}: {medians}"
