"""The machinery under every game: events, the agenda, prompts, refusals, history, replay."""

from .event import Adjusted, Event, Rolled, Ruled, WentTo
from .game import Card, Game, LoopError, Place, Switch, advance, apply, follow, legal, prompt, prompt_id, remarks, start
from .history import History, Redone, Undone
from .prompt import Choice, Dice, Hole, Line, Many, Number, Option, Pick, Prompt, Seats, Template, examples, speaks_for
from .refusal import Refused
from .state import Change, Note, Outcome, State, Tracker, Veil
from .step import Step, asks, at, auto, carried, carries, steps, then
from .text import Name, Shown, Text

__all__ = [
    "Adjusted",
    "Card",
    "Change",
    "Choice",
    "Dice",
    "Event",
    "Game",
    "History",
    "Hole",
    "Line",
    "LoopError",
    "Many",
    "Name",
    "Note",
    "Number",
    "Option",
    "Outcome",
    "Pick",
    "Place",
    "Prompt",
    "Redone",
    "Refused",
    "Rolled",
    "Ruled",
    "Seats",
    "Shown",
    "State",
    "Step",
    "Switch",
    "Template",
    "Text",
    "Tracker",
    "Undone",
    "Veil",
    "WentTo",
    "advance",
    "apply",
    "asks",
    "at",
    "auto",
    "carried",
    "carries",
    "examples",
    "follow",
    "legal",
    "prompt",
    "prompt_id",
    "remarks",
    "speaks_for",
    "start",
    "steps",
    "then",
]
