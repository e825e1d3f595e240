"""Which monster each player plays: chosen before the game, if anybody wants to."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Displayable, Option, Pick, Prompt, Template, Text, TextLine, asks, note, then
from rules.king_of_tokyo.model.events import Chose, Declined
from rules.king_of_tokyo.model.state import Tokyo, set_monster
from rules.king_of_tokyo.model.texts import load_names

FIGURES_PHASE = Text("Monsters")
"""Phase title of the choice of monsters."""


def figure_name(figure: str) -> Displayable:
    """Return the name of a monster: of a key in the data files, or as it was typed."""
    return load_names("monsters").get(figure, figure)


def free_figures(s: Tokyo) -> Iterator[tuple[str, Displayable]]:
    """Yield key and name of each monster that nobody has."""
    taken = {monster.figure for monster in s.monsters}
    return ((key, name) for key, name in load_names("monsters").items() if key not in taken)


def figures_prompt(s: Tokyo) -> Prompt:
    """Ask for everybody's monster, in any order."""
    free = Pick("monster", tuple(Option(key, name) for key, name in free_figures(s)))
    taken = ("", *(monster.figure for monster in s.monsters if monster.figure))
    left = tuple(seat for seat in s.seats_in_game if not s.monsters[seat].figure)
    choices = []
    for seat in left:
        typed = TextLine("monster", label=Text("Name"), taken=taken)
        choices += [
            Choice(Text("{who}", who=s.seats[seat]), Template(Chose(seat, ""), (free,)), None, "default", seat),
            Choice(Text("Another monster"), Template(Chose(seat, ""), (typed,)), seat=seat, kind="typed"),
        ]
    exit = Choice(Text("Go on without choosing"), Template(Declined()), role="exit")
    return Prompt(left, Text("Who plays which monster?"), "KT-55", (*choices, exit), phase=FIGURES_PHASE)


@asks("KT-55", prompt=figures_prompt, simultaneous=True)
def choose_figures(s: Tokyo, event: Chose | Declined) -> Tokyo:
    """Give a player a monster, until all have one or somebody goes on without."""
    if isinstance(event, Declined):
        return s
    s = set_monster(s, event.seat, figure=event.monster)
    text = Text("{who} is {monster}", who=s.seats[event.seat], monster=figure_name(event.monster))
    s = note(s, "KT-55", text)
    return s if all(s.monsters[seat].figure for seat in s.seats_in_game) else then(s, choose_figures)
