"""The definition of Retreat to Darkmoor."""

from rules.darkmoor.model.cards import CARD_TEMPLATES, card_name, named_cards
from rules.darkmoor.model.events import EVENTS
from rules.darkmoor.model.state import RULEBOOK, Darkmoor
from rules.darkmoor.overrides import HAND_MOVES, SELF_DONE_RULES
from rules.darkmoor.phases.scoring import scores
from rules.darkmoor.phases.turn import TURN_STEPS
from rules.engine import Game, Tally, Text, compare_consecutive
from rules.engine.numbers_only import depth_switch
from rules.summaries import SUMMARIES
from rules.turn_outline import load_outline
from rules.weights import load_weights

from .deaths import deaths
from .describe import describe
from .numbers_only import new, settle
from .odds import current_odds
from .overrides import POSITIONS, REMARK_EVENTS, TRACKERS, end_attack, remark, remarks
from .refusals import refusal_for
from .view import view

SUMMARY = SUMMARIES["darkmoor"]
GAME: Game[Darkmoor] = Game(
    key="darkmoor",
    title=SUMMARY.title,
    version=2,
    player_counts=SUMMARY.player_counts,
    state_type=Darkmoor,
    event_types=EVENTS,
    new=new,
    settle=settle,
    tracker_groups=TRACKERS,
    positions=POSITIONS,
    after_jump=end_attack,
    remarks=remarks,
    remark=remark,
    remark_events=REMARK_EVENTS,
    view=view,
    describe=describe,
    refusal_for=refusal_for,
    switches=(depth_switch(), *RULEBOOK.switches()),
    catalogues={kind: named_cards(kind) for kind in CARD_TEMPLATES},
    rulebook=RULEBOOK.entries,
    subject_name=card_name,
    turn_steps=TURN_STEPS,
    outline=load_outline("darkmoor"),
    weights=load_weights("darkmoor"),
    hand_moves=HAND_MOVES,
    self_done_rules=SELF_DONE_RULES,
    tally=Tally(Text("victory points"), lambda s: tuple(score.total for score in scores(s))),
    deaths=compare_consecutive(deaths),
    death_texts=(Text("{who} is defeated", who=""), Text("{who} are defeated", who="")),
    odds=current_odds,
    dice_kinds=(),
)
