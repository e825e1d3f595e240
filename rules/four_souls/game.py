"""Definition of Four Souls for the engine."""

from rules.engine import OFF_ON, ON_OFF, Game, Name, Place, Switch, Tally, Text
from rules.four_souls.assist.auto_pass import flow, stop, switches
from rules.four_souls.assist.deaths import deaths
from rules.four_souls.assist.fight_odds import likely
from rules.four_souls.model.catalogue import BOOK, cards
from rules.four_souls.model.events import EVENTS
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.describe import describe, forbids
from rules.four_souls.turn.overrides import PLACES, adjust, go
from rules.four_souls.turn.remarks import SAID, remark, remarks
from rules.four_souls.turn.settle import settle
from rules.four_souls.turn.setup import new
from rules.four_souls.turn.turn import TURN
from rules.four_souls.turn.view import trackers, view
from rules.four_souls.vocabulary.state_changes import WHAT
from rules.persisted_aliases import aliases

DEPTH = Switch(
    "depth",
    Text("How closely we follow"),
    (("guided", Text("Guided")), ("every", Text("Every window")), ("numbers", Text("Numbers only"))),
    "depth",
)


MODE = Switch(
    "mode",
    Text("Which game"),
    (
        ("normal", Text("The usual one, for two to four")),
        ("draft", Text("For two, who first draft two treasures each")),
        ("solo", Text("Alone, with two characters against a die of eight")),
    ),
    "mode",
)

GAME: Game[FourSouls] = Game(
    key="four_souls",
    title=Name("Four Souls", "Four Souls"),
    version=2,
    players=range(2, 5),
    state=FourSouls,
    events=EVENTS,
    new=new,
    settle=settle,
    adjust=adjust,
    go=go,
    flow=flow,
    remarks=remarks,
    remark=remark,
    said=SAID,
    trackers=trackers,
    view=view,
    describe=describe,
    forbids=forbids,
    switches=(
        DEPTH,
        MODE,
        Switch("bonus_souls", Text("Bonus souls"), OFF_ON, "mode"),
        Switch("rooms", Text("Rooms: one more deck, with a card of it always face up"), OFF_ON, "mode"),
        Switch("follow.shop", Text("Follow which treasures are in the shop"), OFF_ON, "follow"),
        Switch("follow.cents", Text("Count each player's ¢"), ON_OFF, "follow"),
        Switch("follow.loot", Text("Count the loot in each hand"), ON_OFF, "follow"),
        *BOOK.switches(),
        *switches(),
    ),
    places=tuple(Place(rule, label, step.name) for rule, (step, label) in PLACES.items()),
    catalogues={"monsters": cards()},
    rulebook=BOOK.entries,
    odds=likely,
    stop=stop,
    turn=TURN,
    tally=Tally(WHAT["souls"], lambda s: tuple(player.soul_count for player in s.players)),
    deaths=deaths,
    bgg=255664,
    aliases=aliases("four_souls"),
)
