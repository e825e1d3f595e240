"""The definition of Retreat to Darkmoor."""

from rules.aliases import aliases
from rules.engine import Game, Name, Place, Tally, Text, between

from .byhand import PLACES, SAID, adjust, go, remark, remarks
from .cards import TEMPLATES, named
from .describe import describe, forbids
from .event import EVENTS
from .obituary import deaths
from .odds import likely
from .scoring import decide, scores
from .setup import new
from .state import BOOK, Darkmoor
from .turn import TURN
from .view import trackers, view

GAME: Game[Darkmoor] = Game(
    key="darkmoor",
    title=Name("Retreat to Darkmoor", "Retreat to Darkmoor"),
    version=1,
    players=range(2, 5),
    state=Darkmoor,
    events=EVENTS,
    new=new,
    settle=decide,
    adjust=adjust,
    go=go,
    remarks=remarks,
    remark=remark,
    said=SAID,
    trackers=trackers,
    view=view,
    describe=describe,
    forbids=forbids,
    switches=BOOK.switches(),
    places=tuple(Place(rule, label, step.name) for rule, (step, label) in PLACES.items()),
    catalogues={kind: named(kind) for kind in TEMPLATES},
    rulebook=BOOK.entries,
    turn=TURN,
    tally=Tally(Text("victory points"), lambda s: tuple(score.total for score in scores(s))),
    deaths=between(deaths),
    odds=likely,
    kinds=(),
    aliases=aliases("darkmoor"),
)
