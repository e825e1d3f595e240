"""The definition of Malifaux."""

from rules.engine import Game, Name, Place, Tally, between
from rules.malifaux.model.events import EVENTS
from rules.malifaux.model.state import BOOK, Malifaux
from rules.malifaux.model.switches import SWITCHES
from rules.malifaux.phases.setup import PLAYERS, new
from rules.malifaux.phases.turn import TURN
from rules.persisted_aliases import aliases

from .deaths import deaths
from .describe import conceal, describe, forbids, veil
from .odds import likely
from .overrides import PLACES, adjust, go
from .remarks import SAID, remark, remarks
from .settle import settle
from .state_changes import WHAT
from .view import trackers, view

GAME: Game[Malifaux] = Game(
    key="malifaux",
    title=Name("Malifaux 2E", "Malifaux 2E"),
    version=1,
    players=PLAYERS,
    state=Malifaux,
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
    switches=SWITCHES,
    places=tuple(Place(rule, label, step.name if step else "") for rule, (step, _, label) in PLACES.items()),
    rulebook=BOOK.entries,
    kinds=(),
    conceal=conceal,
    veil=veil,
    turn=TURN,
    tally=Tally(WHAT["points"], lambda s: tuple(player.points for player in s.players)),
    deaths=between(deaths),
    bgg=147537,
    odds=likely,
    aliases=aliases("malifaux"),
)
