"""Scene of Retreat to Darkmoor: hordes, hero, custom cards, and the final scoring."""

from __future__ import annotations

import flet as ft

from companion.ui.table.context.context import Drawn
from companion.ui.table.context.scene import OnOpen, PlayerLine, Scene
from rules.engine import Text

from .choose import naming
from .deck import cards
from .hordes import hordes
from .sheets import hero, location, minion
from .sums import sums


def picture(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the hordes; once the game is over, the final scoring above them."""
    over = sums(drawn) if drawn.picture.over else []
    return [*over, *hordes(drawn, open_)]


def about(drawn: Drawn, seat: int) -> str:
    """Return what a player would score if the game ended now."""
    score = drawn.lines[seat].score
    parts = {"minions": sum(score.minions), "locations": sum(score.locations), "tokens": score.tokens}
    said = Text("As it stands: {minions} + {locations} + {tokens} = {n} VP", n=score.total, **parts)
    return drawn.words(said)


SCENE = Scene(
    sign=ft.Icons.CASTLE,
    picture=picture,
    line=PlayerLine(("points", "hand", "deck")),
    sheets={"minion": minion, "location": location, "hero": hero, "own_cards": cards},
    apart=("minion.", "place.", "hero."),
    about=about,
    naming=naming,
)
