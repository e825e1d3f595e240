"""KT-07 … KT-12: the dice count.

The order is that of the rules text, or is chosen by the active monster (KT-A3).
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Choice, Event, Prompt, Shown, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.damage import SMASH as BY_SMASH
from rules.king_of_tokyo.city.damage import fall, strikes
from rules.king_of_tokyo.city.yielding import ask_yields
from rules.king_of_tokyo.effects.state_changes import add, gain, reckoned, ruled
from rules.king_of_tokyo.effects.triggers import happens
from rules.king_of_tokyo.effects.verbs import Amount, Case, amount, may, offered, use
from rules.king_of_tokyo.model.dice import ENERGY, HEART, NUMBERS, SMASH, counts, said
from rules.king_of_tokyo.model.events import DiceStand, Divided, Resolved, Used
from rules.king_of_tokyo.model.state import Tokyo

RESOLVING = Text("Dice")
"""Phase title of the prompts about the result of the dice."""


@auto("KT-02", "KT-06")
def resolve_dice(s: Tokyo) -> Tokyo:
    """Resolve the faces after the last throw, before and after which effects act."""
    s = replace(s, phase="resolve")
    if s.now.void or s.now.faces != s.now.told:
        s = note(s, "KT-06", Text("{who}: {faces}", who=s.seats[s.active], faces=said(shown(s))))
    return then(s, before_resolving, in_order, after_resolving)


@auto("KT-06")
def before_resolving(s: Tokyo) -> Tokyo:
    """Run the effects that depend on all faces together."""
    return happens(s, "resolving", Case(s.active, faces=shown(s)))


@auto("KT-06")
def in_order(s: Tokyo) -> Tokyo:
    """Resolve numbers, energy, hearts and smash, or let the active monster choose (KT-A3)."""
    if s.ruling("KT-A3") == "fixed":
        return then(s, *ORDER.values())
    s, _ = ruled(s, "KT-A3", "KT-06")
    return then(s, at(next_faces, *ORDER))


@auto("KT-06")
def next_faces(s: Tokyo, *left: str) -> Tokyo:
    """Ask the active monster which group is resolved next, while there is a choice."""
    if len(_there(s, left)) > 1:
        return then(s, at(choose_next, *left))
    return then(s, *(ORDER[what] for what in left))


def _there(s: Tokyo, left: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the groups that the dice show."""
    return tuple(what for what in left if set(FACES[what]) & set(shown(s)))


def next_prompt(s: Tokyo, *left: str) -> Prompt:
    """Ask which dice are resolved next."""
    there = _there(s, left)
    choices = tuple(
        Choice(WORDS[what], Template(Resolved(what)), role="usual" if what == there[0] else "quiet") for what in there
    )
    return Prompt((s.active,), Text("Which dice count next?"), "KT-06", choices, phase=RESOLVING)


@asks("KT-06", prompt=next_prompt)
def choose_next(s: Tokyo, event: Resolved, *left: str) -> Tokyo:
    """Resolve the chosen group, then those that are left."""
    rest = tuple(what for what in left if what != event.what)
    return then(s, ORDER[event.what], at(next_faces, *rest))


@auto("KT-06")
def after_resolving(s: Tokyo) -> Tokyo:
    """Run the effects that come when all dice have been resolved."""
    return happens(s, "resolved", Case(s.active, faces=shown(s)))


def shown(s: Tokyo) -> tuple[int, ...]:
    """The faces that count: all except those that an effect has made void."""
    return tuple(face for face in s.now.faces if face not in s.now.void)


# --- numbers -----------------------------------------------------------------------------------------------------


@auto("KT-07")
def score_numbers(s: Tokyo) -> Tokyo:
    """Score three equal numbers as many points, and each further one as a point more."""
    found = counts(shown(s))
    for face in NUMBERS:
        if found[face] >= 3:
            s = _score(s, face, found[face])
    return s


@carries("KT-07")
def _score(s: Tokyo, face: int, n: int) -> Tokyo:
    points = amount(s, "score", Case(s.active, face=face, n=n, why="dice"), face + n - 3)
    s = gain(s, "KT-07", s.active, "points", points.total, "dice", reckoned(_sum(face, n), points))
    return happens(s, "scored", Case(s.active, face=face, n=n))


def _sum(face: int, n: int) -> Text:
    dice = said((face,) * n)
    return Text("{dice}: {n} + {more}", dice=dice, n=face, more=n - 3) if n > 3 else Text("{dice}", dice=dice)


# --- energy ------------------------------------------------------------------------------------------------------


@auto("KT-08")
def gain_energy(s: Tokyo) -> Tokyo:
    """Gain an energy for each energy die."""
    bolts = amount(s, "energy_dice", Case(s.active, faces=shown(s)), counts(shown(s))[ENERGY])
    how = reckoned(Text("{n} energy die", "{n} energy dice", n=counts(shown(s))[ENERGY]), bolts)
    return gain(s, "KT-08", s.active, "energy", bolts.total, "dice", how)


# --- hearts ------------------------------------------------------------------------------------------------------


@auto("KT-09", "KT-10")
def heal(s: Tokyo) -> Tokyo:
    """Heal one heart for each heart die outside Tokyo, none in Tokyo.

    Where an effect can use the hearts for another monster, its owner is asked first.
    """
    if offered(s, "heal", Case(s.active)):
        return then(s, treat)
    return heal_oneself(s)


def heal_oneself(s: Tokyo) -> Tokyo:
    """Apply the heart dice to the active monster itself."""
    hearts = heart_dice(s)
    if not hearts.total:
        return s
    if not may(s, "may_heal", Case(s.active), s.active not in s.in_tokyo):
        text = Text("{who} is in Tokyo: heart dice do not heal", who=s.seats[s.active])
        return note(s, "KT-10", text) if s.active in s.in_tokyo else s
    if s.monsters[s.active].poison or s.monsters[s.active].shrink:
        return then(s, divide)
    return mend(s, hearts.total)


def treat_prompt(s: Tokyo) -> Prompt:
    """Ask whether hearts heal another monster."""
    own = Choice(Text("Heal nobody else"), Template(DiceStand()), role="usual")
    hearts = heart_dice(s).total
    title = Text("{n} heart: does it heal another?", "{n} hearts: do they heal another?", n=hearts)
    return Prompt((s.active,), title, "KT-09", (own, *offered(s, "heal", Case(s.active))), phase=RESOLVING)


@asks("KT-09", prompt=treat_prompt)
def treat(s: Tokyo, event: Event) -> Tokyo:
    """Heal another monster and ask again, or heal the active one."""
    return use(then(s, heal), event) if isinstance(event, Used) else heal_oneself(s)


def heart_dice(s: Tokyo) -> Amount:
    """The hearts of the dice, after effects."""
    return amount(s, "heart_dice", Case(s.active, faces=shown(s)), counts(shown(s))[HEART])


def mend(s: Tokyo, n: int) -> Tokyo:
    """Heal the active monster by ``n`` of the hearts."""
    how = Text("{n} heart die", "{n} heart dice", n=n)
    return gain(s, "KT-09", s.active, "hearts", n, "dice", reckoned(how, replace(heart_dice(s), total=n)))


@auto("KT-34")
def divide(s: Tokyo) -> Tokyo:
    """Use heart dice to remove tokens, instead of healing or besides (KT-A19)."""
    ways = _divisions(s)
    if s.ruling("KT-A19") == "instead" and len(ways) > 1:
        return then(s, choose_division)
    return parted(s, ways[0])


def _divisions(s: Tokyo) -> tuple[Divided, ...]:
    """Every way to use the hearts on tokens, those that remove most of them first."""
    monster, hearts = s.monsters[s.active], heart_dice(s).total
    ways = (
        Divided(poison, shrink)
        for poison in range(min(hearts, monster.poison) + 1)
        for shrink in range(min(hearts - poison, monster.shrink) + 1)
    )
    return tuple(sorted(ways, key=lambda way: (-way.poison - way.shrink, -way.poison)))


def division_prompt(s: Tokyo) -> Prompt:
    """Ask which tokens the heart dice remove."""
    hearts, ways = heart_dice(s).total, _divisions(s)
    choices = tuple(
        Choice(_division(way, hearts), Template(way), role="usual" if way == ways[0] else "quiet") for way in ways
    )
    title = Text("{n} heart die: tokens or hearts?", "{n} heart dice: tokens or hearts?", n=hearts)
    return Prompt((s.active,), title, "KT-34", choices, phase=RESOLVING)


def _division(way: Divided, hearts: int) -> Text:
    parts = [
        Text("{n} poison token", "{n} poison tokens", n=way.poison) if way.poison else None,
        Text("{n} shrink token", "{n} shrink tokens", n=way.shrink) if way.shrink else None,
        Text("{n} heart", "{n} hearts", n=hearts - way.poison - way.shrink),
    ]
    said_ = [part for part in parts if part is not None]
    text = said_[0]
    for part in said_[1:]:
        text = Text("{first}, {then}", first=text, then=part)
    return text


@asks("KT-34", prompt=division_prompt)
def choose_division(s: Tokyo, event: Divided) -> Tokyo:
    """Remove the chosen tokens; the other hearts heal."""
    return parted(s, event)


@carries("KT-34")
def parted(s: Tokyo, way: Divided) -> Tokyo:
    """Remove the tokens and heal by the rest of the hearts, or by all of them (KT-A19)."""
    hearts = heart_dice(s).total
    s = add(add(s, "KT-34", s.active, "poison", -way.poison), "KT-34", s.active, "shrink", -way.shrink)
    s, how = ruled(s, "KT-A19", "KT-34")
    return mend(s, hearts if how == "besides" else hearts - way.poison - way.shrink)


# --- smash -------------------------------------------------------------------------------------------------------


@auto("KT-11", "KT-12")
def smash(s: Tokyo) -> Tokyo:
    """Make everybody who is not in the same place lose a heart for each claw."""
    lie = claws(s)
    blow = amount(s, "smashes", Case(s.active, faces=shown(s)), lie.total)
    if not blow.total:
        return s
    victims = targets(s)
    how = reckoned(reckoned(Text("{n} smash die", "{n} smash dice", n=counts(shown(s))[SMASH]), lie), blow)
    deadly = any(seat in s.in_tokyo and s.monsters[seat].hearts <= blow.total for seat in victims)
    said, switch = _blow(s, blow.total, victims, how or blow.total), "KT-A8" if deadly else ""
    s = note(s, "KT-11" if victims else "KT-16", said, switch=switch)
    blows = strikes("KT-11", ((seat, blow.total) for seat in victims), s.active, BY_SMASH)
    return then(s, *blows, *(at(step, *args) for step, args in _aftermath(s, blow.total)))


def _aftermath(s: Tokyo, n: int) -> tuple[tuple[Callable[..., Tokyo], tuple[int, ...]], ...]:
    """The steps after the blow (KT-A8).

    Those at 0 hearts are eliminated and the Bay closes before anybody yields, or after it.
    """
    out, then_ = (fall, ()), ((struck, (n,)), (ask_yields, ()))
    return (*then_, out) if s.ruling("KT-A8") == "yields" else (out, *then_)


def claws(s: Tokyo) -> Amount:
    """The claws shown, with those that effects add to them."""
    return amount(s, "claws", Case(s.active, faces=shown(s)), counts(shown(s))[SMASH])


@carries("KT-11", "KT-12", "KT-16")
def targets(s: Tokyo) -> tuple[int, ...]:
    """The seats that the active monster hits.

    From Tokyo all outside, from outside all in Tokyo, unless an effect says otherwise.
    """
    inside = s.active in s.in_tokyo
    others = s.others(s.active)
    return tuple(seat for seat in others if may(s, "hit", Case(seat, by=s.active), (seat in s.in_tokyo) != inside))


def _blow(s: Tokyo, n: int, victims: tuple[int, ...], how: Shown) -> Text:
    if not victims:
        return Text("{who} hits nobody: {how}", who=s.seats[s.active], how=how)
    names = ", ".join(s.seats[seat] for seat in victims)
    return Text("{who} hits {victims} for {n}: {how}", who=s.seats[s.active], victims=names, n=n, how=how)


@auto("KT-11")
def struck(s: Tokyo, n: int) -> Tokyo:
    """Run the effects that follow from the blow."""
    return happens(s, "smashed", Case(s.active, n=n))


ORDER: dict[str, Callable[..., Tokyo]] = {
    "numbers": score_numbers,
    "energy": gain_energy,
    "hearts": heal,
    "smash": smash,
}
"""The step of each group of dice, in the order of the rules text."""

FACES = {"numbers": NUMBERS, "energy": (ENERGY,), "hearts": (HEART,), "smash": (SMASH,)}
"""The faces of each group of dice."""
WORDS = {
    "numbers": Text("Numbers"),
    "energy": Text("Energy"),
    "hearts": Text("Hearts"),
    "smash": Text("Smash"),
}
"""The name of each group of dice."""
