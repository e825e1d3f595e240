"""End of a turn, and of the game; BM-35 … BM-42."""

from __future__ import annotations

from rules.boss_monster.hidden.hands import either
from rules.boss_monster.model.state import (
    NUMBER_NAMES,
    RULEBOOK,
    SOULS_TO_WIN,
    WOUNDS_TO_LOSE,
    BossMonster,
    card_task,
    hero_name,
    room_name,
    room_subject,
    set_keep,
    straightened,
    xp_order,
)
from rules.engine import Change, Displayable, Outcome, Text, at, auto, carries, join_names, mark_latest_note, note, then
from rules.engine.record import replace


@auto("BM-35", "BM-63")
def end_turn(s: BossMonster) -> BossMonster:
    """End the turn's effects: straighten exhausted rooms, reset damage."""
    s = _note_damage_reset(replace(s, phase="end", walk=None, declared=(), no_building=False))
    s = _note_straightened(s)
    for seat, keep in enumerate(s.keeps):
        piles = tuple((straightened(pile[0]), *pile[1:]) for pile in keep.piles)
        waiting = tuple(replace(hero, taken=0, more=0, mazes=()) for hero in keep.entrance)
        s = set_keep(s, seat, piles=piles, entrance=waiting, doubled=False, shut=False)
    return replace(s, town=tuple(replace(hero, taken=0, more=0, mazes=()) for hero in s.town))


@carries("BM-48")
def _note_straightened(s: BossMonster) -> BossMonster:
    for seat, _, room in s.rooms():
        if room.exhausted:
            name, subject = room_name(room), room_subject(room)
            text, task = Text("{room} is straightened", room=name), Text("straighten {room}", room=name)
            s = note(s, "BM-35", text, subject=subject, seat=seat, task=card_task(s, task))
    return s


def _note_damage_reset(s: BossMonster) -> BossMonster:
    hurt = tuple(
        Change(f"hero.{hero.id}.taken", hero_name(hero), NUMBER_NAMES["taken"], hero.taken, 0)
        for _, hero in s.heroes()
        if hero.taken
    )
    return note(s, "BM-35", Text("Damage is forgotten"), other_changes=hurt) if hurt else s


@auto("BM-61")
def machinations(s: BossMonster) -> BossMonster:
    """Let whoever won no soul this turn draw a card, where the variant is on."""
    on = s.ruling("machinations", "off") == "on"
    without_soul = [seat for seat in xp_order(s) if on and not s.keeps[seat].soul]
    for seat in without_soul:
        text, task = (
            Text("{who} may draw a room or a spell: no soul this turn", who=s.seats[seat]),
            Text("draw a room or a spell, if you like"),
        )
        s = note(s, "BM-61", text, seat=seat, task=card_task(s, task))
    for seat in range(len(s.seats)):
        s = set_keep(s, seat, soul=False)
    return then(s, *(at(either, seat, "BM-61") for seat in without_soul)) if s.has_virtual_cards else s


@auto("BM-09", "BM-10", "BM-11")
def judge(s: BossMonster) -> BossMonster:
    """Check for winners and losers, once all had their chance to act."""
    lost = tuple(seat for seat in s.seats_in_game if s.keeps[seat].wounds >= WOUNDS_TO_LOSE)
    won = tuple(seat for seat in s.seats_in_game if s.keeps[seat].souls >= SOULS_TO_WIN and seat not in lost)
    if len(lost) == len(s.seats_in_game) == 1:
        return replace(eliminate_players(s, lost, nobody_left=True), outcome=Outcome((), "BM-37"))
    if s.ruling("BM-A4") == "compare" and (won or len(lost) == len(s.seats_in_game)):
        return declare_winner(s, (*won, *lost), "BM-39", "BM-A4")
    last = len(lost) == len(s.seats_in_game)
    s = eliminate_players(s, lost, last)
    if last or won:
        return (
            declare_winner(s, won, "BM-38", "BM-A4" if lost else "")
            if won
            else declare_winner(s, lost, "BM-39", "BM-A4")
        )
    if len(s.seats_in_game) == 1 and len(s.seats) > 1:
        if s.ruling("BM-A19") == "wins":
            return declare_winner(s, s.seats_in_game, "BM-37", "BM-A19")
        s = RULEBOOK.note_ruling(s, "BM-A19", "BM-37")
    return end_if_no_heroes(s)


@carries("BM-36", "BM-37")
def eliminate_players(s: BossMonster, seats: tuple[int, ...], nobody_left: bool) -> BossMonster:
    """Eliminate players with five wounds, whatever their souls; their cards leave the game.

    ``nobody_left``: nobody would be left; the players stay for the comparison.
    """
    for seat in seats:
        who = s.seats[seat]
        s = note(s, "BM-37", Text("{who} has five wounds and loses", who=who))
        if not nobody_left:
            s = set_keep(mark_latest_note(s, "elimination", who, seat), seat, out=True, entrance=())
            task = card_task(s, Text("put your cards aside: they leave the game"))
            s = note(s, "BM-36", Text("The cards of {who} leave the game", who=who), seat=seat, task=task)
    return s


@carries("BM-42")
def end_if_no_heroes(s: BossMonster) -> BossMonster:
    """End the game once no hero is left to come; all players in it are compared (BM-A18)."""
    if s.normal or s.epic:
        return s
    return declare_winner(
        note(s, "BM-42", Text("The hero decks are empty: the game ends")), s.seats_in_game, "BM-42", "BM-A18"
    )


@carries("BM-38", "BM-39", "BM-40")
def declare_winner(s: BossMonster, seats: tuple[int, ...], rule: str, switch: str = "") -> BossMonster:
    """Determine the winner: most souls less wounds, then the boss with the fewest XP (BM-A3)."""
    best = max(souls_minus_wounds(s, seat) for seat in seats)
    tied = [seat for seat in seats if souls_minus_wounds(s, seat) == best]
    if len(seats) > 1 and rule == "BM-38":
        rule = "BM-39"
    if len(tied) > 1:
        s, rule = RULEBOOK.note_ruling(s, "BM-A3", "BM-40"), "BM-40"
    sign = -1 if s.ruling("BM-A3") == "highest" else 1
    winner = min(tied, key=lambda seat: sign * s.keeps[seat].xp)
    others = tuple(seat for seat in seats if seat != winner)
    text = _tie_text(s, winner, tied) if len(tied) > 1 else _win_text(s, winner, others)
    return replace(note(s, rule, text, switch=switch, kind="win"), outcome=Outcome((winner,), rule))


def _win_text(s: BossMonster, winner: int, others: tuple[int, ...]) -> Text:
    """Say with what the winner has won, and who was next of those compared (BM-39)."""
    values: dict[str, Displayable] = {"who": s.seats[winner], "score": _score_text(s, winner)}
    if not others:
        return Text("{who} wins: {score}", **values)
    second = max(others, key=lambda seat: souls_minus_wounds(s, seat))
    values |= {"n": souls_minus_wounds(s, winner), "other": s.seats[second], "m": souls_minus_wounds(s, second)}
    return Text("{who} wins: {score}, which makes {n} ({other}: {m})", **values)


@carries("BM-40")
def _tie_text(s: BossMonster, winner: int, tied: list[int]) -> Text:
    values: dict[str, Displayable] = {
        "who": s.seats[winner],
        "score": _score_text(s, winner),
        "others": join_names([s.seats[seat] for seat in tied if seat != winner]),
        "xp": s.keeps[winner].xp,
    }
    if s.ruling("BM-A3") == "highest":
        return Text("{who} wins: {score}; level with {others}, but the most XP ({xp})", **values)
    return Text("{who} wins: {score}; level with {others}, but the fewest XP ({xp})", **values)


def _score_text(s: BossMonster, seat: int) -> Text:
    souls = Text("{n} soul", "{n} souls", n=s.keeps[seat].souls)
    wounds = Text("{n} wound", "{n} wounds", n=s.keeps[seat].wounds)
    return Text("{souls}, {wounds}", souls=souls, wounds=wounds)


def souls_minus_wounds(s: BossMonster, seat: int) -> int:
    """Souls minus wounds."""
    return s.keeps[seat].souls - s.keeps[seat].wounds
