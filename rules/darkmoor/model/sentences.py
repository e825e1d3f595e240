"""Ready sentences for what a card does: a table picks one instead of composing an ability."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Text


@dataclass(frozen=True, slots=True)
class AbilitySentence:
    """What a kind of cards often does, as a sentence and as the fields of an ``AbilityCard``.

    ``{n}`` in the sentence is the number of tokens.
    """

    text: Text
    when: str
    does: str
    on: str = ""
    also: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """The fields that the sentence sets; who is meant stays as it is where nobody is."""
        return {"when": self.when, "does": self.does, "also": self.also, **({"on": self.on} if self.on else {})}

    def says(self, when: str, does: str, also: str, on: str) -> bool:
        """Return whether that ability is the one of the sentence."""
        return (when, does, also) == (self.when, self.does, self.also) and self.on in ("", on)


_MINIONS = (
    AbilitySentence(Text("As it is played, it gets {n} VP in tokens", n=1), "played", "vp", "self"),
    AbilitySentence(
        Text("As it is played, one minion beside it gets {n} VP in tokens", n=1), "played", "vp", "adjacent"
    ),
    AbilitySentence(Text("As it is played, each minion beside it gets {n} VP in tokens", n=1), "played", "vp", "each"),
    AbilitySentence(
        Text(
            "As it is played, one minion beside it gets {n} peril token",
            "As it is played, one minion beside it gets {n} peril tokens",
            n=1,
        ),
        "played",
        "peril",
        "adjacent",
    ),
    AbilitySentence(
        Text(
            "As it is played, each minion beside it gets {n} peril token",
            "As it is played, each minion beside it gets {n} peril tokens",
            n=1,
        ),
        "played",
        "peril",
        "each",
    ),
    AbilitySentence(Text("As it is played, one minion beside it falls"), "played", "defeat", "adjacent"),
    AbilitySentence(Text("As it is played, one minion beside it goes to another horde"), "played", "move", "adjacent"),
    AbilitySentence(Text("As it is played, another one of its horde goes to the back"), "played", "back", "horde"),
    AbilitySentence(Text("As it is played, it goes to the back of its horde"), "played", "back", "self"),
    AbilitySentence(Text("As it is played, it takes any place in its horde"), "played", "place"),
    AbilitySentence(Text("As it is played, one more minion is played"), "played", "play"),
    AbilitySentence(Text("If its horde is attacked, one minion beside it falls"), "attacked", "defeat", "adjacent"),
    AbilitySentence(
        Text("If its horde is attacked, the minion beside it worth the most VP falls"),
        "attacked",
        "defeat",
        "strongest",
    ),
    AbilitySentence(Text("If its horde is attacked, it gets {n} VP in tokens", n=1), "attacked", "vp", "self"),
    AbilitySentence(Text("If another horde is attacked, it gets {n} VP in tokens", n=1), "elsewhere", "vp", "self"),
    AbilitySentence(Text("If it falls, one minion beside it falls too"), "defeated", "defeat", "adjacent"),
    AbilitySentence(Text("If it falls, each minion beside it gets {n} VP in tokens", n=1), "defeated", "vp", "each"),
    AbilitySentence(Text("If it escapes, its player gets {n} VP in tokens", n=1), "escapes", "vp", "self"),
    AbilitySentence(Text("If it is moved, it gets {n} VP in tokens", n=1), "moved", "vp", "self"),
    AbilitySentence(Text("Each minion beside it has {n} more peril", n=1), "always", "peril", "each"),
    AbilitySentence(Text("The hero cannot get at it"), "always", "spared", "self"),
    AbilitySentence(Text("The hero cannot get at the minions beside it"), "always", "spared", "each"),
)
_HEROES = (
    AbilitySentence(Text("As he attacks, one more minion of that horde falls"), "attacks", "defeat", "horde"),
    AbilitySentence(Text("As he attacks, each other minion of that horde falls"), "attacks", "defeat", "whole"),
    AbilitySentence(Text("As he attacks, one minion of that horde goes to another horde"), "attacks", "move", "horde"),
    AbilitySentence(Text("As he attacks, any one minion falls"), "attacks", "defeat", "any"),
    AbilitySentence(Text("As he attacks, any one minion gets {n} VP in tokens", n=1), "attacks", "vp", "any"),
    AbilitySentence(Text("Each minion has {n} more peril", n=1), "always", "peril", "any"),
    AbilitySentence(Text("He cannot get at the minions of that type"), "always", "spared", "any"),
)
_LOCATIONS = (
    AbilitySentence(Text("A minion that is played here gets {n} VP in tokens", n=1), "played", "vp", "it"),
    AbilitySentence(
        Text(
            "A minion that is played here gets {n} peril token",
            "A minion that is played here gets {n} peril tokens",
            n=1,
        ),
        "played",
        "peril",
        "it",
    ),
    AbilitySentence(
        Text("After a minion is played here, another one of the horde goes to the back"), "played", "back", "horde"
    ),
    AbilitySentence(
        Text("After a minion is played here, one of the horde goes to another horde"), "played", "move", "horde"
    ),
    AbilitySentence(Text("After a minion is played here, one more is played"), "played", "play"),
    AbilitySentence(Text("Whoever's minion escapes here gets {n} VP in tokens", n=1), "escapes", "vp", "it"),
    AbilitySentence(Text("Each minion of this horde has {n} more peril", n=1), "always", "peril", "whole"),
    AbilitySentence(Text("The hero cannot get at the minions of that type here"), "always", "spared", "whole"),
    AbilitySentence(Text("Whoever has the least peril here controls it"), "scoring", "least"),
    AbilitySentence(Text("Whoever has the most minions here controls it"), "scoring", "count"),
)
ABILITY_SENTENCES = {"minions": _MINIONS, "heroes": _HEROES, "locations": _LOCATIONS}
"""The sentences of each kind of cards, those that are met most often first."""


def find_sentence(kind: str, when: str, does: str, also: str, on: str) -> AbilitySentence | None:
    """Return the sentence that says that ability; None for one that has to be composed."""
    return next((one for one in ABILITY_SENTENCES[kind] if one.says(when, does, also, on)), None)
