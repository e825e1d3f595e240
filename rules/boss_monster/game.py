"""Boss Monster as a ``Game``: the table of functions the engine calls."""

from rules.boss_monster.hidden.secrecy import conceal, veil
from rules.boss_monster.model.card_catalogue import catalogues
from rules.boss_monster.model.events import EVENTS
from rules.boss_monster.model.state import BOOK, WHAT, BossMonster
from rules.boss_monster.phases.scoring import withdraw
from rules.boss_monster.phases.setup import new
from rules.boss_monster.phases.turn import TURN
from rules.engine import OFF_ON, Game, Name, Place, Switch, Tally, Text, between
from rules.persisted_aliases import aliases

from . import powers  # noqa: F401 - importing it makes the cards known to the mechanism
from .deaths import deaths
from .describe import describe, forbids
from .odds import likely
from .overrides import PLACES, SAID, adjust, go, remark, remarks
from .view import trackers, view

WINDOWS = Switch(
    "windows",
    Text("When a hero walks, spells are asked for"),
    (("hero", Text("Once for the whole dungeon")), ("room", Text("After each room"))),
    "follow",
)

GAME: Game[BossMonster] = Game(
    key="boss_monster",
    title=Name("Monstruo Final", "Boss Monster"),
    version=1,
    players=range(2, 5),
    state=BossMonster,
    events=EVENTS,
    new=new,
    settle=withdraw,
    adjust=adjust,
    go=go,
    remarks=remarks,
    remark=remark,
    said=SAID,
    trackers=trackers,
    view=view,
    describe=describe,
    forbids=forbids,
    switches=(
        Switch(
            "cards",
            Text("Rooms, spells and heroes"),
            (
                ("table", Text("Your own cards, on the table")),
                ("virtual", Text("In the app: it shuffles, deals and keeps the hands secret")),
            ),
            "mode",
        ),
        Switch("choose", Text("I choose you: two bosses dealt, one kept"), OFF_ON, "mode"),
        Switch("machinations", Text("Machinations: no soul this turn, one card more"), OFF_ON, "mode"),
        Switch("hard", Text("Hard mode: without the heroes of 4 health"), OFF_ON, "mode"),
        WINDOWS,
        *BOOK.switches(),
    ),
    places=tuple(Place(rule, label, steps[0].name) for rule, (steps, label) in PLACES.items()),
    catalogues=catalogues(),
    rulebook=BOOK.entries,
    turn=TURN,
    conceal=conceal,
    veil=veil,
    tally=Tally(WHAT["souls"], lambda s: tuple(keep.souls for keep in s.keeps)),
    deaths=between(deaths),
    bgg=131835,
    odds=likely,
    kinds=(),
    aliases=aliases("boss_monster"),
)
"""Definition of the game for screens, saves and tests."""
