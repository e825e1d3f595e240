"""KT-07 … KT-12: the dice count.

The order is that of the rules text, or is chosen by the active monster (KT-A3).
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Choice, Displayable, Event, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.damage import SMASH_CAUSE as BY_SMASH
from rules.king_of_tokyo.city.damage import damage_steps, fall
from rules.king_of_tokyo.city.yielding import ask_yields
from rules.king_of_tokyo.effects.card_names import effect_name
from rules.king_of_tokyo.effects.registry import NumberBreakdown, TokyoCase, effects, use_effect
from rules.king_of_tokyo.effects.standing import falls_by
from rules.king_of_tokyo.effects.state_changes import change_number, explain_number, gain
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.effects.windows import window_prompt
from rules.king_of_tokyo.model.dice import ENERGY, HEART, NUMBER_FACES, SMASH, count_faces, describe_roll
from rules.king_of_tokyo.model.events import Divided, Resolved, Used
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.model.texts import RULEBOOK

RESOLVE_PHASE = Text("Dice")
"""Phase title of the prompts about the result of the dice."""


@auto("KT-02", "KT-06")
def resolve_dice(s: Tokyo) -> Tokyo:
    """Resolve the faces after the last throw, before and after which effects act."""
    s = replace(s, phase="resolve")
    if s.now.void or s.now.faces != s.now.told:
        s = note(s, "KT-06", Text("{who}: {faces}", who=s.seats[s.active], faces=describe_roll(counting_faces(s))))
    return then(s, before_resolving, in_order, after_resolving)


@auto("KT-06")
def before_resolving(s: Tokyo) -> Tokyo:
    """Run the effects that depend on all faces together."""
    return trigger_moment(s, "resolving", TokyoCase(s.active, faces=counting_faces(s)))


@auto("KT-06")
def in_order(s: Tokyo) -> Tokyo:
    """Resolve numbers, energy, hearts and smash, or let the active monster choose (KT-A3)."""
    if s.ruling("KT-A3") == "fixed":
        return then(s, *GROUP_STEPS.values())
    s = RULEBOOK.note_ruling(s, "KT-A3", "KT-06")
    return then(s, at(next_faces, *GROUP_STEPS))


@auto("KT-06")
def next_faces(s: Tokyo, *left: str) -> Tokyo:
    """Ask the active monster which group is resolved next, while there is a choice."""
    if len(_groups_shown(s, left)) > 1:
        return then(s, at(choose_next, *left))
    return then(s, *(GROUP_STEPS[what] for what in left))


def _groups_shown(s: Tokyo, left: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(what for what in left if set(GROUP_FACES[what]) & set(counting_faces(s)))


def next_prompt(s: Tokyo, *left: str) -> Prompt:
    """Ask which dice are resolved next."""
    there = _groups_shown(s, left)
    choices = tuple(
        Choice(GROUP_NAMES[what], Template(Resolved(what)), role="default" if what == there[0] else "option")
        for what in there
    )
    return Prompt((s.active,), Text("Which dice count next?"), "KT-06", choices, phase=RESOLVE_PHASE)


@asks("KT-06", prompt=next_prompt)
def choose_next(s: Tokyo, event: Resolved, *left: str) -> Tokyo:
    """Resolve the chosen group, then those that are left."""
    rest = tuple(what for what in left if what != event.what)
    return then(s, GROUP_STEPS[event.what], at(next_faces, *rest))


@auto("KT-06")
def after_resolving(s: Tokyo) -> Tokyo:
    """Run the effects that come when all dice have been resolved."""
    return trigger_moment(s, "resolved", TokyoCase(s.active, faces=counting_faces(s)))


def counting_faces(s: Tokyo) -> tuple[int, ...]:
    """The faces that count: all except those that an effect has made void."""
    return tuple(face for face in s.now.faces if face not in s.now.void)


# --- numbers -----------------------------------------------------------------------------------------------------


@auto("KT-07")
def score_numbers(s: Tokyo) -> Tokyo:
    """Score three equal numbers as many points, and each further one as a point more."""
    found = count_faces(counting_faces(s))
    for face in NUMBER_FACES:
        if found[face] >= 3:
            s = _score(s, face, found[face])
    return s


@carries("KT-07")
def _score(s: Tokyo, face: int, n: int) -> Tokyo:
    points = effects.breakdown(s, "score", TokyoCase(s.active, face=face, n=n, cause="dice"), face + n - 3)
    s = gain(s, "KT-07", s.active, "points", points.total, "dice", explain_number(score_text(face, n), points))
    return trigger_moment(s, "scored", TokyoCase(s.active, face=face, n=n))


SCORE_TEXTS = {
    3: Text("for three {face}s", face=0),
    4: Text("for four {face}s", face=0),
    5: Text("for five {face}s", face=0),
    6: Text("for six {face}s", face=0),
}
"""What points of equal dice come from, by how many dice there are."""


def score_text(face: int, n: int) -> Text:
    """What equal dice are the reason of, as the end of the sentence about it."""
    return SCORE_TEXTS.get(n, Text("for {n} dice with {face}", n=n, face=0)).with_args(face=face)


# --- energy ------------------------------------------------------------------------------------------------------


@auto("KT-08")
def gain_energy(s: Tokyo) -> Tokyo:
    """Gain an energy for each energy die."""
    bolts = effects.breakdown(
        s, "energy_dice", TokyoCase(s.active, faces=counting_faces(s)), count_faces(counting_faces(s))[ENERGY]
    )
    shown = count_faces(counting_faces(s))[ENERGY]
    origin = Text("for {n} energy die", "for {n} energy dice", n=shown)
    return gain(s, "KT-08", s.active, "energy", bolts.total, "dice", explain_number(origin, bolts))


# --- hearts ------------------------------------------------------------------------------------------------------


@auto("KT-09", "KT-10")
def heal(s: Tokyo) -> Tokyo:
    """Heal one heart for each heart die outside Tokyo, none in Tokyo.

    Where an effect can use the hearts for another monster, its owner is asked first.
    """
    if effects.offered(s, "heal", TokyoCase(s.active)):
        return then(s, treat)
    return heal_oneself(s)


def heal_oneself(s: Tokyo) -> Tokyo:
    """Apply the heart dice to the active monster itself."""
    hearts = heart_dice(s)
    if not hearts.total:
        return s
    if not effects.allows(s, "may_heal", TokyoCase(s.active), s.active not in s.seats_in_tokyo):
        text = Text("{who} is in Tokyo: heart dice do not heal", who=s.seats[s.active])
        return note(s, "KT-10", text) if s.active in s.seats_in_tokyo else s
    if s.monsters[s.active].poison or s.monsters[s.active].shrink:
        return then(s, divide)
    return heal_by_dice(s, hearts.total)


def treat_prompt(s: Tokyo) -> Prompt:
    """Ask whether hearts heal another monster."""
    hearts = heart_dice(s).total
    title = Text("{n} heart: does it heal another?", "{n} hearts: do they heal another?", n=hearts)
    return window_prompt(s, "heal", "KT-09", title, Text("Heal nobody else"), RESOLVE_PHASE)


@asks("KT-09", prompt=treat_prompt)
def treat(s: Tokyo, event: Event) -> Tokyo:
    """Heal another monster and ask again, or heal the active one."""
    return use_effect(then(s, heal), "heal", event) if isinstance(event, Used) else heal_oneself(s)


def heart_dice(s: Tokyo) -> NumberBreakdown:
    """The hearts of the dice, after effects."""
    return effects.breakdown(
        s, "heart_dice", TokyoCase(s.active, faces=counting_faces(s)), count_faces(counting_faces(s))[HEART]
    )


def heal_by_dice(s: Tokyo, n: int) -> Tokyo:
    """Heal the active monster by ``n`` of the hearts."""
    origin = Text("for {n} heart die", "for {n} heart dice", n=n)
    return gain(s, "KT-09", s.active, "hearts", n, "dice", explain_number(origin, replace(heart_dice(s), total=n)))


@auto("KT-34")
def divide(s: Tokyo) -> Tokyo:
    """Use heart dice to remove tokens, instead of healing or besides (KT-A19)."""
    divisions = _divisions(s)
    if s.ruling("KT-A19") == "instead" and len(divisions) > 1:
        return then(s, choose_division)
    return apply_division(s, divisions[0])


def _divisions(s: Tokyo) -> tuple[Divided, ...]:
    """Every way to use the hearts on tokens, those that remove most of them first."""
    monster, hearts = s.monsters[s.active], heart_dice(s).total
    divisions = (
        Divided(poison, shrink)
        for poison in range(min(hearts, monster.poison) + 1)
        for shrink in range(min(hearts - poison, monster.shrink) + 1)
    )
    return tuple(sorted(divisions, key=lambda way: (-way.poison - way.shrink, -way.poison)))


def division_prompt(s: Tokyo) -> Prompt:
    """Ask which tokens the heart dice remove."""
    hearts, divisions = heart_dice(s).total, _divisions(s)
    choices = tuple(
        Choice(_division(way, hearts), Template(way), role="default" if way == divisions[0] else "option")
        for way in divisions
    )
    title = Text("{n} heart die: tokens or hearts?", "{n} heart dice: tokens or hearts?", n=hearts)
    return Prompt((s.active,), title, "KT-34", choices, phase=RESOLVE_PHASE)


def _division(division: Divided, hearts: int) -> Text:
    parts = [
        Text("{n} poison token", "{n} poison tokens", n=division.poison) if division.poison else None,
        Text("{n} shrink token", "{n} shrink tokens", n=division.shrink) if division.shrink else None,
        Text("{n} heart", "{n} hearts", n=hearts - division.poison - division.shrink),
    ]
    texts = [part for part in parts if part is not None]
    text = texts[0]
    for part in texts[1:]:
        text = Text("{first}, {then}", first=text, then=part)
    return text


@asks("KT-34", prompt=division_prompt)
def choose_division(s: Tokyo, event: Divided) -> Tokyo:
    """Remove the chosen tokens; the other hearts heal."""
    return apply_division(s, event)


@carries("KT-34")
def apply_division(s: Tokyo, division: Divided) -> Tokyo:
    """Remove the tokens and heal by the rest of the hearts, or by all of them (KT-A19)."""
    hearts = heart_dice(s).total
    for token in ("poison", "shrink"):
        n = getattr(division, token)
        origin = Text("for {n} heart die", "for {n} heart dice", n=n)
        s = change_number(s, "KT-34", s.active, token, -n, origin)
    s, ruling = RULEBOOK.apply_ruling(s, "KT-A19", "KT-34")
    return heal_by_dice(s, hearts if ruling == "besides" else hearts - division.poison - division.shrink)


# --- smash -------------------------------------------------------------------------------------------------------


@auto("KT-11", "KT-12")
def smash(s: Tokyo) -> Tokyo:
    """Make everybody who is not in the same place lose a heart for each claw."""
    claws_shown = claw_count(s)
    blow = effects.breakdown(s, "smashes", TokyoCase(s.active, faces=counting_faces(s)), claws_shown.total)
    if not blow.total:
        return s
    victims = smash_targets(s)
    s = note(s, "KT-11" if victims else "KT-16", _smash_text(s, victims, claws_shown, blow))
    if any(seat in s.seats_in_tokyo and falls_by(s, seat, blow.total) for seat in victims):
        s = RULEBOOK.note_ruling(s, "KT-A8", "KT-11")
    blows = damage_steps("KT-11", ((seat, blow.total) for seat in victims), s.active, BY_SMASH)
    return then(s, *blows, *(at(step, *args) for step, args in _aftermath(s, blow.total)))


def _aftermath(s: Tokyo, n: int) -> tuple[tuple[Callable[..., Tokyo], tuple[int, ...]], ...]:
    """The steps after the blow (KT-A8).

    Those at 0 hearts are eliminated and the Bay closes before anybody yields, or after it.
    """
    out, then_ = (fall, ()), ((struck, (n,)), (ask_yields, ()))
    return (*then_, out) if s.ruling("KT-A8") == "yields" else (out, *then_)


def claw_count(s: Tokyo) -> NumberBreakdown:
    """The claws shown, with those that effects add to them."""
    return effects.breakdown(
        s, "claws", TokyoCase(s.active, faces=counting_faces(s)), count_faces(counting_faces(s))[SMASH]
    )


@carries("KT-11", "KT-12", "KT-16")
def smash_targets(s: Tokyo) -> tuple[int, ...]:
    """The seats that the active monster hits.

    From Tokyo all outside, from outside all in Tokyo, unless an effect says otherwise.
    """
    inside = s.active in s.seats_in_tokyo
    others = s.opponents_of(s.active)
    return tuple(
        seat
        for seat in others
        if effects.allows(s, "hit", TokyoCase(seat, by=s.active), (seat in s.seats_in_tokyo) != inside)
    )


def _smash_text(s: Tokyo, victims: tuple[int, ...], shown: NumberBreakdown, blow: NumberBreakdown) -> Text:
    who, parts = s.seats[s.active], (*shown.parts, *blow.parts)
    how = Text("{n} smash", "{n} smashes", n=count_faces(counting_faces(s))[SMASH])
    for source, by in parts:
        sign = "+" if by > 0 else "−"
        how = Text("{first} {sign} {n} from {source}", first=how, sign=sign, n=abs(by), source=effect_name(source))
    if not victims:
        return Text("{who} hits nobody: {how}", who=who, how=how)
    hit = _hit_text(who, [s.seats[seat] for seat in victims])
    if not parts:
        return Text("{hit}: {n}", hit=hit, n=blow.total)
    return Text("{hit}: {n} ({how})", hit=hit, n=blow.total, how=how)


def _hit_text(who: str, victims: list[str]) -> Text:
    *others, last = victims
    if not others:
        return Text("{who} hits {victim}", who=who, victim=last)
    first: Displayable = others[0]
    for other in others[1:]:
        first = Text("{victims}, {victim}", victims=first, victim=other)
    return Text("{who} hits {victims} and {victim}", who=who, victims=first, victim=last)


@auto("KT-11")
def struck(s: Tokyo, n: int) -> Tokyo:
    """Run the effects that follow from the blow."""
    return trigger_moment(s, "smashed", TokyoCase(s.active, n=n))


GROUP_STEPS: dict[str, Callable[..., Tokyo]] = {
    "numbers": score_numbers,
    "energy": gain_energy,
    "hearts": heal,
    "smash": smash,
}
"""The step of each group of dice, in the order of the rules text."""

GROUP_FACES = {"numbers": NUMBER_FACES, "energy": (ENERGY,), "hearts": (HEART,), "smash": (SMASH,)}
"""The faces of each group of dice."""
GROUP_NAMES = {
    "numbers": Text("Numbers"),
    "energy": Text("Energy"),
    "hearts": Text("Hearts"),
    "smash": Text("Smash"),
}
"""The name of each group of dice."""
