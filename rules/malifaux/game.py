"""The definition of Malifaux, with its switches."""

from __future__ import annotations

from rules.engine import OFF_ON, Game, Switch, Tally, Text, compare_consecutive
from rules.engine.numbers_only import depth_switch
from rules.malifaux.model.events import EVENTS
from rules.malifaux.model.fate_deck import SUIT_ORDERS
from rules.malifaux.model.state import RULEBOOK, Malifaux
from rules.malifaux.phases.setup import new
from rules.malifaux.phases.turn import TURN_STEPS
from rules.summaries import SUMMARIES
from rules.turn_outline import load_outline
from rules.weights import load_weights

from .deaths import deaths
from .describe import conceal, describe, redact
from .facts import facts, set_fact
from .odds import current_odds
from .overrides import HAND_MOVES, POSITIONS, TRACKERS, note_kill, set_phase
from .refusals import refusal_for
from .remarks import REMARK_EVENTS, remark, remarks
from .settle import settle
from .state_changes import NUMBER_NAMES, SUBJECT_NAMES
from .view import view

DECK_SWITCH = Switch(
    "deck",
    Text("Fate decks"),
    (
        ("physical", Text("Your own, on the table")),
        ("virtual", Text("In the app: it shuffles, deals and flips")),
        ("seen", Text("Your own, and the camera follows what is flipped")),
    ),
    "mode",
)
SUITS_SWITCH = Switch("suits", Text("If the camera follows ordinary cards"), SUIT_ORDERS, "mode")
AGREEMENTS_SWITCH = Switch(
    "agreements", Text("Ask for strategy, limits and jokers before the first turn"), OFF_ON, "mode"
)
"""The switch of a question that few tables answer; the table's sheet sets the same at any time."""
SWITCHES = (DECK_SWITCH, SUITS_SWITCH, AGREEMENTS_SWITCH, depth_switch(), *RULEBOOK.switches())

SUMMARY = SUMMARIES["malifaux"]
GAME: Game[Malifaux] = Game(
    key="malifaux",
    title=SUMMARY.title,
    version=2,
    player_counts=SUMMARY.player_counts,
    state_type=Malifaux,
    event_types=EVENTS,
    new=new,
    settle=settle,
    tracker_groups=TRACKERS,
    positions=POSITIONS,
    hand_moves=HAND_MOVES,
    after_adjustment=note_kill,
    after_jump=set_phase,
    facts=facts,
    set_fact=set_fact,
    remarks=remarks,
    remark=remark,
    remark_events=REMARK_EVENTS,
    view=view,
    describe=describe,
    refusal_for=refusal_for,
    switches=SWITCHES,
    rulebook=RULEBOOK.entries,
    subject_name=SUBJECT_NAMES.get,
    dice_kinds=(),
    conceal=conceal,
    redact=redact,
    turn_steps=TURN_STEPS,
    outline=load_outline("malifaux"),
    weights=load_weights("malifaux"),
    tally=Tally(NUMBER_NAMES["points"], lambda s: tuple(player.points for player in s.players)),
    deaths=compare_consecutive(deaths),
    bgg_id=147537,
    odds=current_odds,
)
