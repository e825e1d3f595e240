"""The definition of Malifaux."""

from rules.aliases import aliases
from rules.engine import Game, Name, Place, Tally, between

from .byhand import PLACES, adjust, go
from .change import WHAT
from .describe import conceal, describe, forbids, veil
from .event import EVENTS
from .obituary import deaths
from .odds import likely
from .remarks import SAID, remark, remarks
from .settle import settle
from .setup import PLAYERS, new
from .state import BOOK, Malifaux
from .switches import SWITCHES
from .turn import TURN
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
