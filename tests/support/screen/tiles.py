"""The tiles of what lies on the table besides the players' rows: their numbers, against the trackers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.i18n import translator
from rules.engine import Displayable, Tracker

from .look import Look
from .rows import edges_of

PAINTED = re.compile(r"\d+([/+]\d+)?\+?")
"""A number as a tile shows it; a change has a sign before it, a price a word after it."""
Numbers = Mapping[str, Tracker]


@dataclass(frozen=True)
class Tile:
    """What a tile must say and show: its name and what follows it, the numbers that are said and painted."""

    name: Displayable
    spoken: tuple[int, ...]
    painted: tuple[str, ...]
    follows: str = r": \D"


def wrong_tiles(look: Look, table: Any, lang: str = "es") -> Iterator[str]:
    """A sentence for every tile whose numbers are not the saved ones, as they are spoken or as they are painted."""
    for label, box, tiles in tiles_of(look, table, lang):
        said = tuple(map(int, re.findall(r"\d+", label)))
        right = [tile for tile in tiles if tile.spoken == said]
        if not right:
            yield f"numbers: a tile's {label!r} should say {' or '.join(str(tile.spoken) for tile in tiles)}"
            continue
        shown = Counter(one.text for one in look.inside(edges_of(box)) if PAINTED.fullmatch(one.text))
        wanted = [Counter(tile.painted) for tile in right]
        if not any(shown <= one if box["cut"] else shown == one for one in wanted):
            yield f"numbers: the tile of {box['name']!r} shows {sorted(shown.elements())}, not {right[0].painted}"


def tiles_of(look: Look, table: Any, lang: str) -> Iterator[tuple[str, dict[str, Any], list[Tile]]]:
    """The tiles that no sheet covers: the label after the name, the box, and what things of that name must say."""
    words, by_start = translator(lang), dict[tuple[str, str], list[Tile]]()
    for tile in TILES[table.game.key](table.game.view(table.state), {one.key: one for one in table.trackers}):
        by_start.setdefault((words(tile.name), tile.follows), []).append(tile)
    for box in look.boxes:
        for (name, follows), tiles in by_start.items():
            label = box["name"].removeprefix(name)
            if box["tappable"] and label != box["name"] and re.match(follows, label):
                yield label, box, tiles


def _four_souls(view: Any, numbers: Numbers) -> Iterator[Tile]:
    for monster in view.monsters:
        life, evasion, attack = (numbers[f"monster.{monster.id}.{what}"] for what in ("life", "evasion", "attack"))
        spoken = life.value, life.maximum or 0, evasion.value, attack.value
        yield Tile(monster.name, spoken, (f"{life.value}/{life.maximum}", f"{evasion.value}+", f"{attack.value}"))


def _malifaux(view: Any, numbers: Numbers) -> Iterator[Tile]:
    for model in (model for player in view.players for model in player.crew):
        wounds = numbers[f"model.{model.id}.wounds"]
        spoken = wounds.value, wounds.maximum or 0, *(one.value for one in model.conditions if one.value)
        yield Tile(model.name, spoken, (f"{wounds.value}",), r", (?:vida )?\d+ [^ ]+ \d")


def _boss_monster(view: Any, numbers: Numbers) -> Iterator[Tile]:
    for room in (room for player in view.players for room in player.rooms if not room.down):
        damage = numbers[f"room.{room.id}.damage"].value
        yield Tile(room.name, (damage,), (f"{damage}",), r"(, \w+)*: \D")
    waiting = [hero for bait in view.baits for hero in bait.heroes]
    for hero in (*view.town, *waiting, *(hero for player in view.players for hero in player.entrance)):
        taken, health = (numbers[f"hero.{hero.id}.{what}"].value for what in ("taken", "health"))
        for painted in {f"{taken}/{health}", f"{taken}/{health}" if taken else f"{health}"}:
            yield Tile(hero.name, (taken, health), (painted,), r", [^:]+: \D")


def _darkmoor(view: Any, numbers: Numbers) -> Iterator[Tile]:
    threshold = numbers["hero.threshold"].value if view.hero else 0
    for place in view.places:
        perils = []
        for minion in place.horde:
            peril, vp, more_peril, more_vp = (
                numbers[f"minion.{minion.id}.{what}"].value for what in ("peril", "vp", "peril_tokens", "vp_tokens")
            )
            perils.append(peril + more_peril)
            tokens = (more_vp,) if more_vp else ()
            printed = () if minion.is_vp_unknown else (vp,)  # a question mark until somebody has read them
            worth = ("+".join(map(str, (vp, *tokens))),) if printed else ()
            yield Tile(minion.name, (perils[-1], *printed, *tokens), (f"{perils[-1]}", *worth))
        vp, sum_of = numbers[f"place.{place.number}.vp"].value, sum(perils)
        haven = [f"{place.control.strength[seat]}" for seat in {minion.seat for minion in place.haven}]
        reached = f"{sum_of}/{threshold}" if view.hero else f"{sum_of}"
        yield Tile(place.name, (vp, sum_of, threshold), (*haven, f"{vp}", reached))
    if view.hero:
        yield Tile(view.hero.name, (threshold, numbers["heroes.left"].value), (f"{threshold}",), r" \D")


def _none(view: Any, numbers: Numbers) -> Iterator[Tile]:
    """No tiles: every number of King of Tokyo is on a row."""
    yield from ()


TILES: Mapping[str, Callable[[Any, Numbers], Iterator[Tile]]] = {
    "four_souls": _four_souls,
    "king_of_tokyo": _none,
    "malifaux": _malifaux,
    "darkmoor": _darkmoor,
    "boss_monster": _boss_monster,
}
"""The tiles of each game."""
