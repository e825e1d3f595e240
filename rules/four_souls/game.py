"""Definition of Four Souls for the engine."""

from rules.engine import OFF_ON, ON_OFF, Game, Switch, Tally, Text
from rules.engine.numbers_only import depth_switch
from rules.four_souls.assist.auto_pass import auto_pass, deciding_switch, stop_switches, stopping_seats
from rules.four_souls.assist.card_questions import questions_about
from rules.four_souls.assist.deaths import deaths
from rules.four_souls.assist.fight_odds import fight_odds
from rules.four_souls.assist.stakes import endangered_at_window
from rules.four_souls.model.catalogue import RULEBOOK, monster_cards
from rules.four_souls.model.events import EVENTS
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.describe import describe
from rules.four_souls.turn.overrides import (
    HAND_MOVES,
    POSITIONS,
    SELF_DONE_RULES,
    TRACKERS,
    ask_consequences,
    end_fight,
    souls_in_play,
)
from rules.four_souls.turn.refusals import refusal_for
from rules.four_souls.turn.remarks import REMARK_EVENTS, apply_remark, remark_choices
from rules.four_souls.turn.settle import settle
from rules.four_souls.turn.setup import new_game
from rules.four_souls.turn.turn import TURN_STEPS
from rules.four_souls.turn.view import view
from rules.four_souls.vocabulary.card_sets import SET_SWITCHES
from rules.four_souls.vocabulary.silence_subjects import subject_name
from rules.four_souls.vocabulary.state_changes import NUMBER_NAMES
from rules.summaries import SUMMARIES
from rules.turn_outline import load_outline
from rules.weights import load_weights

MODE_SWITCH = Switch(
    "mode",
    Text("Which game"),
    (
        ("normal", Text("The usual one, for two to four")),
        ("draft", Text("For two, with a draft: first you each choose two treasures")),
        ("solo", Text("Alone, with two characters against a die of eight")),
    ),
    "mode",
)

SUMMARY = SUMMARIES["four_souls"]
GAME: Game[FourSouls] = Game(
    key="four_souls",
    title=SUMMARY.title,
    version=1,
    player_counts=SUMMARY.player_counts,
    state_type=FourSouls,
    event_types=EVENTS,
    new=new_game,
    settle=settle,
    tracker_groups=TRACKERS,
    after_adjustment=ask_consequences,
    positions=POSITIONS,
    after_jump=end_fight,
    auto_answer=auto_pass,
    remarks=remark_choices,
    remark=apply_remark,
    remark_events=REMARK_EVENTS,
    view=view,
    describe=describe,
    refusal_for=refusal_for,
    switches=(
        depth_switch(("every", Text("Every window"))),
        MODE_SWITCH,
        Switch("bonus_souls", Text("Bonus souls"), OFF_ON, "mode"),
        Switch("rooms", Text("Rooms: one more deck, with a card of it always face up"), OFF_ON, "mode"),
        *SET_SWITCHES,
        Switch("follow.shop", Text("Follow which treasures are in the shop"), OFF_ON, "follow"),
        Switch("follow.cents", Text("Count each player's ¢"), ON_OFF, "follow"),
        Switch("follow.loot", Text("Count the loot in each hand"), ON_OFF, "follow"),
        *RULEBOOK.switches(),
        *stop_switches(),
    ),
    catalogues={"monsters": monster_cards()},
    rulebook=RULEBOOK.entries,
    card_questions=questions_about,
    odds=fight_odds,
    auto_answer_switch=deciding_switch,
    endangered=endangered_at_window,
    stopping_seats=stopping_seats,
    subject_name=subject_name,
    turn_steps=TURN_STEPS,
    outline=load_outline("four_souls"),
    weights=load_weights("four_souls"),
    hand_moves=HAND_MOVES,
    self_done_rules=SELF_DONE_RULES,
    tally=Tally(NUMBER_NAMES["souls"], souls_in_play),
    deaths=deaths,
    bgg_id=255664,
)
