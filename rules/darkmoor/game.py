"""The definition of Retreat to Darkmoor."""

from rules.darkmoor.model.cards import TEMPLATES, named
from rules.darkmoor.model.events import EVENTS
from rules.darkmoor.model.state import BOOK, Darkmoor
from rules.darkmoor.phases.scoring import decide, scores
from rules.darkmoor.phases.setup import new
from rules.darkmoor.phases.turn import TURN
from rules.engine import Game, Name, Place, Tally, Text, between
from rules.persisted_aliases import aliases

from .deaths import deaths
from .describe import describe, forbids
from .odds import likely
from .overrides import PLACES, SAID, adjust, go, remark, remarks
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
