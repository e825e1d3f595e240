"""The definition of Retreat to Darkmoor."""

from rules.darkmoor.abilities.former_choices import former_choices
from rules.darkmoor.model.cards import CARD_TEMPLATES, named_cards
from rules.darkmoor.model.events import EVENTS
from rules.darkmoor.model.state import RULEBOOK, Darkmoor
from rules.darkmoor.phases.scoring import scores, set_outcome
from rules.darkmoor.phases.setup import new
from rules.darkmoor.phases.turn import TURN_STEPS
from rules.engine import Game, Name, Tally, Text, TurnPosition, compare_consecutive
from rules.persisted_aliases import load_aliases

from .deaths import deaths
from .describe import describe
from .odds import current_odds
from .overrides import REMARK_EVENTS, TURN_POSITIONS, adjust, go_to_step, remark, remarks
from .refusals import refusal_for
from .view import trackers, view

GAME: Game[Darkmoor] = Game(
    key="darkmoor",
    title=Name("Retreat to Darkmoor", "Retreat to Darkmoor"),
    version=2,
    player_counts=range(2, 5),
    state_type=Darkmoor,
    event_types=EVENTS,
    new=new,
    settle=set_outcome,
    adjust=adjust,
    go_to_step=go_to_step,
    remarks=remarks,
    remark=remark,
    remark_events=REMARK_EVENTS,
    trackers=trackers,
    view=view,
    describe=describe,
    refusal_for=refusal_for,
    former_choices=former_choices,
    switches=RULEBOOK.switches(),
    positions=tuple(TurnPosition(rule, label, step.name) for rule, (step, label) in TURN_POSITIONS.items()),
    catalogues={kind: named_cards(kind) for kind in CARD_TEMPLATES},
    rulebook=RULEBOOK.entries,
    turn_steps=TURN_STEPS,
    tally=Tally(Text("victory points"), lambda s: tuple(score.total for score in scores(s))),
    deaths=compare_consecutive(deaths),
    odds=current_odds,
    dice_kinds=(),
    aliases=load_aliases("darkmoor"),
)
