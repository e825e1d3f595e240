"""The ``Game`` object of King of Tokyo."""

from rules.engine import Game, Name, Place, Switch, Tally, Text, between
from rules.king_of_tokyo import cards, variants  # noqa: F401 - importing them registers all effects
from rules.king_of_tokyo.effects.state_changes import WHAT
from rules.king_of_tokyo.model.card_catalogue import catalogues
from rules.king_of_tokyo.model.dice import TOKYO
from rules.king_of_tokyo.model.events import EVENTS
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.model.texts import BOOK
from rules.king_of_tokyo.rolling.odds import likely
from rules.king_of_tokyo.shop.reveal import SWITCHES as SHOP
from rules.king_of_tokyo.turn.deaths import deaths
from rules.king_of_tokyo.turn.describe import describe, forbids
from rules.king_of_tokyo.turn.overrides import PLACES, adjust, go
from rules.king_of_tokyo.turn.remarks import SAID, remark, remarks
from rules.king_of_tokyo.turn.settle import settle
from rules.king_of_tokyo.turn.setup import new
from rules.king_of_tokyo.turn.turn import TURN
from rules.king_of_tokyo.turn.view import trackers, view
from rules.king_of_tokyo.variants.switches import SWITCHES
from rules.persisted_aliases import aliases

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
