"""What the sheet of dice and cards says of either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.dice.capture_reading import CARD_PICTURE_ERRORS, PICTURE_ERRORS
from rules.engine import CameraHole, CardKind, Cards, DieKind, Text

ADVICE_TEXTS = {
    "light": Text("More light on the dice."),
    "still": Text("Hold the camera still."),
    "closer": Text("Closer: the dice are small in the picture."),
    "glare": Text("A light shines on the dice: tilt the phone."),
    "back": Text("Farther away: every die must be whole in the picture."),
}
"""What would help, by key of the light analysis; one thing at a time."""


@dataclass(frozen=True)
class Words:
    """The sentences of one sort of things; those with a hole are filled by ``with_args``."""

    request: Text
    stats: Text
    photo: Text
    typing: Text
    introduction: Text
    reading: Text
    missing: Text
    too_many: Text
    all_seen: Text
    same_again: Text
    counted: Text
    awaited: Text
    new_one: Text
    perhaps: Text
    label: Text
    doubtful_label: Text
    which: Text
    only_one: Text
    one_more: Text
    counts_alone: Text
    does_not_count: Text
    before: Text
    was_read: Text
    was_typed: Text
    nothing_read: Text
    number_read: Text
    number_missed: Text
    back: Text
    errors: Mapping[str, Text]
    """Why a picture cannot be used, by reason."""
    advice: Mapping[str, Text]
    """What would help, by key of the light analysis."""
    reasons: Mapping[str, Text]
    """What is said in place of a sentence of ``input_method.REASON_TEXTS``."""


DICE = Words(
    request=Text("Roll {n} die", "Roll {n} dice", n=0),
    stats=Text("How well dice are read"),
    photo=Text("Photo of the dice"),
    typing=Text("Type them"),
    introduction=Text("Take a photo of the dice from above, close and in good light: I read them."),
    reading=Text("Reading the dice…"),
    missing=Text("{n} die is missing", "{n} dice are missing", n=0),
    too_many=Text("{n} die too many", "{n} dice too many", n=0),
    all_seen=Text("I see the die", "I see the {n} dice", n=0),
    same_again=Text("I see the faces of the last roll. Is it a new one?"),
    counted=Text("These dice are counted: roll."),
    awaited=Text("Roll: I read it by myself."),
    new_one=Text("It is a new roll"),
    perhaps=Text("Perhaps one more die"),
    label=Text("Die {n}: {value}", n=0, value=""),
    doubtful_label=Text("Die {n}: {value}, doubtful", n=0, value=""),
    which=Text("What does die {n} show?", n=0),
    only_one=Text("Which number came up?"),
    one_more=Text("One more die"),
    counts_alone=Text("Only this one counts"),
    does_not_count=Text("This one does not count"),
    before=Text("The dice from before"),
    was_read=Text("I read {faces}. A tap on a die corrects it.", faces=""),
    was_typed=Text("Typed: {faces}. A tap on a die corrects it.", faces=""),
    nothing_read=Text("Nothing has been read yet. From the first roll on you see here how well I read your dice."),
    number_read=Text("{n} die read", "{n} dice read", n=0),
    number_missed=Text("{n} die was not seen", "{n} dice were not seen", n=0),
    back=Text("Back to the dice"),
    errors=PICTURE_ERRORS,
    advice=ADVICE_TEXTS,
    reasons={},
)
CARDS = Words(
    request=Text("Flip {n} card", "Flip {n} cards", n=0),
    stats=Text("How well cards are read"),
    photo=Text("Photo of the cards"),
    typing=Text("Type the cards"),
    introduction=Text("Take a photo of the cards from above, close and in good light: I read them."),
    reading=Text("Reading the cards…"),
    missing=Text("{n} card is missing", "{n} cards are missing", n=0),
    too_many=Text("{n} card too many", "{n} cards too many", n=0),
    all_seen=Text("I see the card", "I see the {n} cards", n=0),
    same_again=Text("I see the cards of the last flip. Is it a new one?"),
    counted=Text("These cards are counted: flip."),
    awaited=Text("Flip: I read it by myself."),
    new_one=Text("It is a new flip"),
    perhaps=Text("Perhaps one more card"),
    label=Text("Card {n}: {value}", n=0, value=""),
    doubtful_label=Text("Card {n}: {value}, doubtful", n=0, value=""),
    which=Text("Which one is card {n}?", n=0),
    only_one=Text("Which card was flipped?"),
    one_more=Text("One more card"),
    counts_alone=Text("Only this card counts"),
    does_not_count=Text("This card does not count"),
    before=Text("The cards from before"),
    was_read=Text("I read {faces}. A tap on a card corrects it.", faces=""),
    was_typed=Text("Typed: {faces}. A tap on a card corrects it.", faces=""),
    nothing_read=Text("Nothing has been read yet. From the first flip on you see here how well I read your cards."),
    number_read=Text("{n} card read", "{n} cards read", n=0),
    number_missed=Text("{n} card was not seen", "{n} cards were not seen", n=0),
    back=Text("Back to the cards"),
    errors=CARD_PICTURE_ERRORS,
    advice={  # no "glare": white paper is as bright
        "light": Text("More light on the cards."),
        "still": ADVICE_TEXTS["still"],
        "closer": Text("Closer: the cards are small in the picture."),
        "back": Text("Farther away: a corner of every card must be in the picture."),
    },
    reasons={
        "none": Text("I find no camera here: choose a picture, or type the cards."),
        "watched": Text("The host's camera watches the cards: flip them under it."),
    },
)


HELD_CARDS = replace(
    CARDS,
    counted=Text("These cards are counted: lay the one of the hand on them."),
    awaited=Text("Lay the card down: I read it by myself."),
    new_one=Text("It is another card"),
    only_one=Text("Which card of the hand is it?"),
)
"""What is said otherwise of cards that nobody flips: a hand gives them."""


def words_of(kind: DieKind | CardKind | None) -> Words:
    """Return the words for dice of that kind, for dice with pips, or for cards."""
    return CARDS if isinstance(kind, CardKind) else DICE


def words_for(hole: CameraHole) -> Words:
    """Return the words for the dice or cards that are asked for."""
    return HELD_CARDS if isinstance(hole, Cards) and hole.source == "hand" else words_of(hole.kind)
