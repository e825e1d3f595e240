"""The ``Game`` object of King of Tokyo."""

from rules.aliases import aliases
from rules.engine import Game, Name, Place, Switch, Tally, Text, between

from . import wired  # noqa: F401 - importing it makes them known to the mechanism
from .byhand import PLACES, adjust, go
from .catalogue import BOOK
from .change import WHAT
from .describe import describe, forbids
from .dice import TOKYO
from .event import EVENTS
from .obituary import deaths
from .odds import likely
from .powercards import catalogues
from .remarks import SAID, remark, remarks
from .reveal import SWITCHES as SHOP
from .settle import settle
from .setup import new
from .state import Tokyo
from .turn import TURN
from .variants import SWITCHES
from .view import trackers, view

DEPTH = Switch(
    "depth",
    Text("How closely we follow"),
    (("guided", Text("Guided")), ("numbers", Text("Numbers only"))),
    "depth",
)
"""The switch for guided play or numbers only."""

THROWS = Switch(
    "throws",
    Text("What is asked of the dice"),
    (("last", Text("Only what they show after the last throw")), ("each", Text("Each throw, and which dice stay"))),
    "follow",
)
"""The switch for entering each throw, or only the faces after the last one."""


GAME: Game[Tokyo] = Game(
    key="king_of_tokyo",
    title=Name("King of Tokyo", "King of Tokyo"),
    version=1,
    players=range(2, 7),
    state=Tokyo,
    events=EVENTS,
    new=new,
    settle=settle,
    adjust=adjust,
    go=go,
    remarks=remarks,
    remark=remark,
    said=SAID,
    trackers=trackers,
    view=view,
    describe=describe,
    forbids=forbids,
    switches=(DEPTH, *SWITCHES, THROWS, *SHOP, *BOOK.switches()),
    places=tuple(Place(rule, label, step.name) for rule, (step, label) in PLACES.items()),
    catalogues=catalogues(),
    rulebook=BOOK.entries,
    kinds=(TOKYO,),
    turn=TURN,
    tally=Tally(WHAT["points"], lambda s: tuple(monster.points for monster in s.monsters)),
    deaths=between(deaths),
    bgg=70323,
    odds=likely,
    aliases=aliases("king_of_tokyo"),
)
