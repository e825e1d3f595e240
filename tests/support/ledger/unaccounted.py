"""What the ledgers leave out, and why: a short list, printed with every run."""

from .audit import CORRECTION, FACT, JUMP, SETTING, STUCK

UNACCOUNTED = {
    JUMP: "things stay where they are; which step comes next is no matter of the rule text",
    FACT: "what follows from it is the table's word",
    SETTING: "the ledger plays the default of every open point",
    CORRECTION: "a life, a soul, a wound or a hand by hand asks the table what came with it",
    STUCK: "the walk ends",
    "the printed price of an effect, and items turned sideways": "Four Souls: printed on the item alone",
    "a starting item that does something by itself": "Four Souls: printed on the item alone",
    "the printed abilities of an item that somebody named": "Four Souls: printed on the item alone",
    "the printed abilities of a named treasure or room": "Four Souls: printed on the card alone",
    "the printed abilities of a monster": "Four Souls: printed on the card alone",
    "slots that a card adds": "Four Souls: the log does not say which card added it",
    "effects other than ¢, loot, gained treasures and souls, damage, death and healing": (
        "Four Souls: how they change later numbers is printed on the card alone"
    ),
    "which of several deaths goes first, by numbers that the log has not used before": (
        "Four Souls: the order names stack items that no event has named"
    ),
    "a tie of the dice for who goes first": "Four Souls: FS-A9",
    "who goes first by dice": "King of Tokyo: KT-A2, no sentence of the seed",
    "cards that say more than whom, what and how many": "King of Tokyo: printed on the card alone",
    "effects that are printed on a card that stays": "King of Tokyo: printed on the card alone",
    "what a room, a boss or a spell says": "Boss Monster: printed on the card alone",
    "a hero who was moved by hand while he walked": "Boss Monster: where he goes on is the table's word",
    "a face-down room that is destroyed by hand": "Boss Monster: L597 forbids it",
    "what a card says that the rule text does not name": "Darkmoor: printed on the card alone",
    "a minion that is brought back by hand": "Darkmoor: L101 forbids it",
    "a minion that was moved by hand while its ability was asked for": "Darkmoor: the table's word",
}
"""The reasons, each with where the number would have to come from."""
