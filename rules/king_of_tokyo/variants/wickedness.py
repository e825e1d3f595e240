"""KT-53, KT-54: wickedness, its track, and the choice of tiles."""

from __future__ import annotations

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.card_names import tile_name
from rules.king_of_tokyo.effects.state_changes import add, ruled
from rules.king_of_tokyo.effects.triggers import happens_to
from rules.king_of_tokyo.effects.verbs import Case, Source, when
from rules.king_of_tokyo.model.dice import ONE, TWO
from rules.king_of_tokyo.model.events import TookTile
from rules.king_of_tokyo.model.state import Held, Tokyo, set_monster
from rules.king_of_tokyo.model.texts import data

KEY, TOP = "variant.wickedness", 10
"""Effect key, and the end of the track."""
LEVELS = (3, 6, TOP)
"""Wickedness at which a tile is chosen."""
WORTH = {ONE: 2, TWO: 1}
"""Wickedness for each triple of a number."""


@when("scored", KEY)
@carries("KT-53")
def grows_wicked(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Gain two wickedness for each triple of 1s, one for each of 2s.

    A level that is reached brings a tile.
    """
    if source.seat != case.seat or case.face not in WORTH:
        return s
    triples = case.n // 3
    if triples > 1:
        s, how = ruled(s, "KT-A10", "KT-53")
        triples = triples if how == "each" else 1
    return wicked(s, case.seat, triples * WORTH[case.face])


@carries("KT-53", "KT-54")
def wicked(s: Tokyo, seat: int, by: int) -> Tokyo:
    """Move the monster up the track, to its end at most, and ask for its tiles."""
    before = s.monsters[seat].wickedness
    s = add(s, "KT-53", seat, "wickedness", max(0, min(by, TOP - before)))
    reached = (level for level in LEVELS if before < level <= s.monsters[seat].wickedness)
    return then(s, *(at(choose_tile, seat, level) for level in reached if tiles_left(s, level)))


def tiles_left(s: Tokyo, level: int) -> tuple[str, ...]:
    """The tiles of a level that nobody has, of the colour that is played."""
    taken = {tile.card for monster in s.monsters for tile in monster.tiles}
    colour = s.ruling(KEY, "off")
    return tuple(
        id
        for id, tile in data("tiles").items()
        if tile["level"] == level and id not in taken and colour in ("both", tile["colour"])
    )


def tile_prompt(s: Tokyo, seat: int, level: int) -> Prompt:
    """Ask which tile a monster takes."""
    options = tuple(Option(id, tile_name(id)) for id in tiles_left(s, level))
    pick = Pick("tile", options, Text("tile"))
    choice = Choice(Text("Take a tile"), Template(TookTile(""), (pick,)), role="usual", seat=seat)
    title = Text("{who} has reached {n} wickedness: which tile?", who=s.seats[seat], n=level)
    return Prompt((seat,), title, "KT-54", (choice,), phase=Text("Wickedness"))


@asks("KT-54", prompt=tile_prompt)
def choose_tile(s: Tokyo, event: TookTile, seat: int, level: int) -> Tokyo:
    """Give the tile to the monster; it acts at once and stays to the end."""
    tile = Held(s.numbered + 1, event.tile)
    s = replace(set_monster(s, seat, tiles=(*s.monsters[seat].tiles, tile)), numbered=tile.id)
    s = note(s, "KT-54", Text("{who} takes {tile}", who=s.seats[seat], tile=tile_name(tile.card)))
    return happens_to(s, "taken", Source("tile", f"tile.{tile.card}", seat, tile.id), Case(seat))
