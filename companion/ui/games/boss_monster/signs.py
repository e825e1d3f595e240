"""Signs of Boss Monster."""

from __future__ import annotations

import flet as ft

from companion.ui.design.sign_colors import GOLD, ORANGE, RED, VIOLET, tracker_color
from companion.ui.design.text import MUTED
from companion.ui.design.theme import tracker_icon
from companion.ui.signs.legend import Sign
from rules.boss_monster.model.card_catalogue import CLASS_ICONS, CLASS_NAMES, FOOL
from rules.engine import Text

CLASS_COLORS = {klass: tracker_color(icon) for klass, icon in {**CLASS_ICONS, FOOL: "fool"}.items()}
"""Color of each hero class and of the treasure that lures it."""
CLASS_SIGNS = {
    klass: Sign(
        tracker_icon(icon),
        CLASS_NAMES[klass],
        Text("A hero of this class, or the treasure that lures it."),
        CLASS_COLORS[klass],
    )
    for klass, icon in CLASS_ICONS.items()
} | {
    FOOL: Sign(
        tracker_icon("fool"),
        CLASS_NAMES[FOOL],
        Text("No treasure lures him: he goes where his card says."),
        CLASS_COLORS[FOOL],
    )
}
"""Sign of each hero class."""
ROOM_SIGNS = {
    "monster": Sign(ft.Icons.PETS, Text("Monster room"), Text("Cards that speak of monster rooms mean it."), ORANGE),
    "trap": Sign(ft.Icons.WARNING_AMBER, Text("Trap room"), Text("Cards that speak of trap rooms mean it."), VIOLET),
}
"""Sign of each kind of room."""
ADVANCED_SIGN = Sign(
    ft.Icons.WORKSPACE_PREMIUM,
    Text("Advanced room"),
    Text("It may only be built on a room with a treasure in common."),
    GOLD,
)
SOUL_SIGN = Sign(
    tracker_icon("soul"),
    Text("Souls"),
    Text("Heroes who died in the dungeon. The goal is to collect ten."),
    tracker_color("soul"),
)
WOUND_SIGN = Sign(tracker_icon("wounds"), Text("Wounds"), Text("Heroes who survived the dungeon. Five lose."), RED)
LEVEL_SIGN = Sign(ft.Icons.STAR, Text("Levelled up"), Text("The boss has used its one power, at five rooms."), GOLD)
HAND_SIGN = Sign(
    ft.Icons.STYLE, Text("Cards in hand"), Text("How many cards this player holds."), tracker_color("hand")
)
PHASE_SIGNS = {
    "build": Sign(ft.Icons.CONSTRUCTION, Text("Build"), Text("The spell is played in the build phase.")),
    "adventure": Sign(ft.Icons.DIRECTIONS_RUN, Text("Adventure"), Text("The spell is played in the adventure phase.")),
}
"""Sign of each phase in which a spell may be played."""
GOES_SIGN = Sign(ft.Icons.LOGIN, Text("Bait"), Text("The heroes go to that player."), ft.Colors.ON_SURFACE)
TIE_SIGN = Sign(ft.Icons.DRAG_HANDLE, Text("Tie"), Text("Tied players lure nobody: the heroes stay in town."), RED)
NOBODY_SIGN = Sign(ft.Icons.HOURGLASS_EMPTY, Text("Nobody yet"), Text("Nobody has this treasure."), MUTED)
DAMAGE_SIGN = Sign(tracker_icon("attack"), Text("Damage"), Text("Damage that a hero has taken."), ORANGE)
HEALTH_SIGN = Sign(tracker_icon("life"), Text("Health"), Text("Damage at which a hero dies."), RED)
HEROES_SIGN = Sign(
    tracker_icon("deck"), Text("Hero decks"), Text("How many heroes are still to come."), tracker_color("deck")
)

SIGNS = (
    SOUL_SIGN,
    WOUND_SIGN,
    *CLASS_SIGNS.values(),
    *ROOM_SIGNS.values(),
    ADVANCED_SIGN,
    LEVEL_SIGN,
    GOES_SIGN,
    TIE_SIGN,
    NOBODY_SIGN,
    HAND_SIGN,
    *PHASE_SIGNS.values(),
    DAMAGE_SIGN,
    HEALTH_SIGN,
    HEROES_SIGN,
)
"""All signs of the game, as the legend lists them."""
