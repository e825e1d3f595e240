"""Ten seconds of random attacks by three hostile guests while the host plays elsewhere; longer in ``bench.flood``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.flood import Estate, flood
from tests.support.attack import photos

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

SECONDS, SETTLED = 10, 5


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Estate]:
    house = Estate(tmp_path)
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        left = photos.family(photos.number(house))
        house.kill()
        photos.kill(left[1:])


def test_the_host_plays_on_while_three_guests_attack(house: Estate, say: Callable[[str], None]) -> None:
    """Under attack every tap is in the log once, and taps and memory stay within bounds.

    The bounds are five times the aims.
    """
    found = flood(house, SECONDS, SETTLED)
    for row in found.rows():
        say(f"flood of {SECONDS} s: {row.what}: {row.figure}" + (f" (aim {row.goal})" if row.goal else ""))
    assert found.attacks.total() > 0
    assert found.faults() == []
