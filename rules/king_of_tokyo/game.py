"""The ``Game`` object of King of Tokyo."""

from rules.engine import Game, Switch, Tally, Text, compare_consecutive
from rules.engine.numbers_only import depth_switch
from rules.king_of_tokyo.city.places import moves
from rules.king_of_tokyo.effects.card_names import find_effect_name
from rules.king_of_tokyo.effects.registry import effects
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES
from rules.king_of_tokyo.model.card_catalogue import catalogues
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.model.events import EVENTS
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.model.texts import RULEBOOK
from rules.king_of_tokyo.rolling.odds import table_odds
from rules.king_of_tokyo.shop.reveal import SHOP_SWITCHES as SHOP
from rules.king_of_tokyo.turn.deaths import deaths
from rules.king_of_tokyo.turn.describe import describe
from rules.king_of_tokyo.turn.facts import facts, set_fact
from rules.king_of_tokyo.turn.overrides import (
    HAND_MOVES,
    POSITIONS,
    REMARK_EVENTS,
    TRACKERS,
    remark,
    remarks,
    reset_turn,
    revive_or_ask,
)
from rules.king_of_tokyo.turn.refusals import refusal_for
from rules.king_of_tokyo.turn.settle import settle
from rules.king_of_tokyo.turn.setup import new
from rules.king_of_tokyo.turn.turn import TURN_STEPS
from rules.king_of_tokyo.turn.view import view
from rules.king_of_tokyo.variants.switches import VARIANT_SWITCHES
from rules.summaries import SUMMARIES
from rules.turn_outline import load_outline
from rules.weights import load_weights

from . import cards, variants

effects.include(*cards.EFFECTS, *variants.EFFECTS)

THROWS_SWITCH = Switch(
    "throws",
    Text("What is asked of the dice"),
    (("last", Text("Only the final result")), ("each", Text("Each roll, and which dice are kept"))),
    "follow",
)
"""The switch for entering each throw, or only the faces after the last one."""


SUMMARY = SUMMARIES["king_of_tokyo"]
GAME: Game[Tokyo] = Game(
    key="king_of_tokyo",
    title=SUMMARY.title,
    version=1,
    player_counts=SUMMARY.player_counts,
    state_type=Tokyo,
    event_types=EVENTS,
    new=new,
    settle=settle,
    tracker_groups=TRACKERS,
    after_adjustment=revive_or_ask,
    positions=POSITIONS,
    after_jump=reset_turn,
    facts=facts,
    set_fact=set_fact,
    remarks=remarks,
    remark=remark,
    remark_events=REMARK_EVENTS,
    view=view,
    describe=describe,
    refusal_for=refusal_for,
    switches=(depth_switch(), *VARIANT_SWITCHES, THROWS_SWITCH, *SHOP, *RULEBOOK.switches()),
    catalogues=catalogues(),
    rulebook=RULEBOOK.entries,
    subject_name=find_effect_name,
    dice_kinds=(TOKYO_DIE,),
    turn_steps=TURN_STEPS,
    outline=load_outline("king_of_tokyo"),
    weights=load_weights("king_of_tokyo"),
    hand_moves=HAND_MOVES,
    tally=Tally(NUMBER_NAMES["points"], lambda s: tuple(monster.points for monster in s.monsters)),
    deaths=compare_consecutive(deaths),
    moves=moves,
    bgg_id=70323,
    odds=table_odds,
)
