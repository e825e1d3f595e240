"""KT-53, KT-54: wickedness, its track, and the choice of tiles."""

from __future__ import annotations

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.card_names import tile_name
from rules.king_of_tokyo.effects.registry import TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.effects.state_changes import change_number
from rules.king_of_tokyo.effects.triggers import trigger_effect
from rules.king_of_tokyo.model.dice import ONE, TWO
from rules.king_of_tokyo.model.events import Declined, TookTile
from rules.king_of_tokyo.model.state import Held, Tokyo, set_monster
from rules.king_of_tokyo.model.texts import RULEBOOK, load_data
from rules.king_of_tokyo.rolling.resolve import score_text

EFFECTS = TokyoEffects()

KEY, TRACK_END = "variant.wickedness", 10
"""Effect key, and the end of the track."""
TILE_LEVELS = (3, 6, TRACK_END)
"""Wickedness at which a tile is chosen."""
WICKEDNESS_PER_TRIPLE = {ONE: 2, TWO: 1}
"""Wickedness for each triple of a number."""


@EFFECTS.handler("scored", KEY)
@carries("KT-53")
def gain_wickedness(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
    """Gain two wickedness for each triple of 1s, one for each of 2s.

    A level that is reached brings a tile.
    """
    if case.face not in WICKEDNESS_PER_TRIPLE:
        return s
    triples = case.n // 3
    if triples > 1:
        s, ruling = RULEBOOK.apply_ruling(s, "KT-A10", "KT-53")
        triples = triples if ruling == "each" else 1
    by = triples * WICKEDNESS_PER_TRIPLE[case.face]
    return advance_wickedness(s, case.seat, by, score_text(case.face, case.n))


@carries("KT-53", "KT-54")
def advance_wickedness(s: Tokyo, seat: int, by: int, origin: Text) -> Tokyo:
    """Move the monster up the track, to its end at most, and ask for its tiles."""
    before = s.monsters[seat].wickedness
    s = change_number(s, "KT-53", seat, "wickedness", max(0, min(by, TRACK_END - before)), origin)
    reached = (level for level in TILE_LEVELS if before < level <= s.monsters[seat].wickedness)
    return then(s, *(at(choose_tile, seat, level) for level in reached if available_tiles(s, level)))


def available_tiles(s: Tokyo, level: int) -> tuple[str, ...]:
    """The tiles of a level that nobody has, of the color that is played."""
    owned_tiles = {tile.card for monster in s.monsters for tile in monster.tiles}
    color = s.ruling(KEY, "off")
    return tuple(
        id
        for id, tile in load_data("tiles").items()
        if tile["level"] == level and id not in owned_tiles and color in ("both", tile["color"])
    )


def tile_prompt(s: Tokyo, seat: int, level: int) -> Prompt:
    """Ask which tile a monster takes, if it takes one."""
    options = tuple(Option(id, tile_name(id)) for id in available_tiles(s, level))
    pick = Pick("tile", options, Text("tile"))
    choice = Choice(
        Text("{what}", what=Text("Take a tile")), Template(TookTile(""), (pick,)), role="default", seat=seat
    )
    title = Text("{who} has reached {n} wickedness: which tile?", who=s.seats[seat], n=level)
    none = Choice(Text("Take no tile"), Template(Declined()), seat=seat)
    return Prompt((seat,), title, "KT-54", (choice, none), phase=Text("Wickedness"))


@asks("KT-54", prompt=tile_prompt)
def choose_tile(s: Tokyo, event: TookTile | Declined, seat: int, level: int) -> Tokyo:
    """Give the tile to the monster; it acts at once and stays to the end. It may do without."""
    if isinstance(event, Declined):
        return s
    tile = Held(s.numbered + 1, event.tile)
    s = replace(set_monster(s, seat, tiles=(*s.monsters[seat].tiles, tile)), numbered=tile.id)
    name = tile_name(tile.card)
    text, task = Text("{who} takes {tile}", who=s.seats[seat], tile=name), Text("take {tile}", tile=name)
    s = note(s, "KT-54", text, subject=name, seat=seat, task=task)
    return trigger_effect(s, "taken", TokyoEffect("tile", f"tile.{tile.card}", seat, tile.id), TokyoCase(seat))
