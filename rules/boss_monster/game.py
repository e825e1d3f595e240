"""Boss Monster as a ``Game``: the table of functions the engine calls."""

from rules.boss_monster.effects.registry import effects
from rules.boss_monster.hidden.secrecy import conceal, redact
from rules.boss_monster.model.card_catalogue import catalogues, find_card_name
from rules.boss_monster.model.events import EVENTS, Activated, Cast, Played, RanOut
from rules.boss_monster.model.state import NUMBER_NAMES, RULEBOOK, BossMonster
from rules.boss_monster.phases.setup import new_game
from rules.boss_monster.phases.turn import TURN_STEPS
from rules.engine import OFF_ON, Game, Switch, Tally, Text, compare_consecutive
from rules.engine.numbers_only import depth_switch
from rules.summaries import SUMMARIES
from rules.turn_outline import load_outline
from rules.weights import load_weights

from . import powers
from .describe import describe
from .differences import deaths, moves
from .facts import facts, set_fact
from .numbers_only import settle
from .odds import hero_odds
from .overrides import POSITIONS, REMARK_EVENTS, TRACKERS, clear_table, remark, remarks
from .refusals import refusal_for
from .view import view

effects.include(*powers.EFFECTS)

SPELL_WINDOWS = Switch(
    "windows",
    Text("When a hero walks, spells are asked for"),
    (("hero", Text("Once for the whole dungeon")), ("room", Text("After each room"))),
    "follow",
)

SUMMARY = SUMMARIES["boss_monster"]
GAME: Game[BossMonster] = Game(
    key="boss_monster",
    title=SUMMARY.title,
    version=2,
    player_counts=SUMMARY.player_counts,
    state_type=BossMonster,
    event_types=EVENTS,
    new=new_game,
    settle=settle,
    tracker_groups=TRACKERS,
    positions=POSITIONS,
    after_jump=clear_table,
    facts=facts,
    set_fact=set_fact,
    remarks=remarks,
    remark=remark,
    remark_events=REMARK_EVENTS,
    announcing_events=(Cast, Played, Activated, RanOut),
    view=view,
    describe=describe,
    refusal_for=refusal_for,
    switches=(
        depth_switch(),
        Switch(
            "cards",
            Text("Rooms, spells and heroes"),
            (
                ("table", Text("Your own cards, on the table")),
                ("virtual", Text("In the app: it shuffles, deals and keeps the hands secret")),
            ),
            "mode",
        ),
        Switch("choose", Text("I choose you: two bosses dealt, one kept"), OFF_ON, "mode"),
        Switch("machinations", Text("Machinations: no soul this turn, one card more"), OFF_ON, "mode"),
        Switch("hard", Text("Hard mode: without the heroes of 4 health"), OFF_ON, "mode"),
        SPELL_WINDOWS,
        *RULEBOOK.switches(),
    ),
    catalogues=catalogues(),
    rulebook=RULEBOOK.entries,
    subject_name=find_card_name,
    turn_steps=TURN_STEPS,
    outline=load_outline("boss_monster"),
    weights=load_weights("boss_monster"),
    conceal=conceal,
    redact=redact,
    tally=Tally(NUMBER_NAMES["souls"], lambda s: tuple(keep.souls for keep in s.keeps)),
    deaths=compare_consecutive(deaths),
    moves=moves,
    bgg_id=131835,
    odds=hero_odds,
    dice_kinds=(),
)
"""Definition of the game for screens, saves and tests."""
