"""End of a turn, and of the game; BM-35 … BM-42."""

from __future__ import annotations

from rules.boss_monster.hidden.hands import either
from rules.boss_monster.model.state import BOOK, SOULS, WHAT, WOUNDS, BossMonster, Room, hero_name, order, set_keep
from rules.engine import Change, Outcome, Shown, Text, at, auto, carries, note, then
from rules.engine.record import replace


@auto("BM-35", "BM-63")
def end_turn(s: BossMonster) -> BossMonster:
    """End the turn's effects: straighten exhausted rooms, reset damage."""
    s = _forgotten(replace(s, phase="end", walk=None, declared=(), no_building=False))
    for seat, keep in enumerate(s.keeps):
        piles = tuple((_straight(pile[0]), *pile[1:]) for pile in keep.piles)
        waiting = tuple(replace(hero, taken=0, more=0, mazes=()) for hero in keep.entrance)
        s = set_keep(s, seat, piles=piles, entrance=waiting, doubled=False, shut=False)
    return replace(s, town=tuple(replace(hero, taken=0, more=0, mazes=()) for hero in s.town))


def _forgotten(s: BossMonster) -> BossMonster:
    """Log whose damage is reset."""
    hurt = tuple(
        Change(f"hero.{hero.id}.taken", hero_name(hero), WHAT["taken"], hero.taken, 0)
        for _, hero in s.heroes()
        if hero.taken
    )
    return note(s, "BM-35", Text("Damage is forgotten"), also=hurt) if hurt else s


def _straight(room: Room) -> Room:
    return replace(room, exhausted=False, used=False, bonus=0)


@auto("BM-61")
def machinations(s: BossMonster) -> BossMonster:
    """Let whoever won no soul this turn draw a card, where the variant is on."""
    on = s.ruling("machinations", "off") == "on"
    poor = [seat for seat in order(s) if on and not s.keeps[seat].soul]
    for seat in poor:
        s = note(s, "BM-61", Text("{who} may draw a room or a spell: no soul this turn", who=s.seats[seat]))
    for seat in range(len(s.seats)):
        s = set_keep(s, seat, soul=False)
    return then(s, *(at(either, seat, "BM-61") for seat in poor)) if s.virtual else s


@auto("BM-09", "BM-10", "BM-11")
def judge(s: BossMonster) -> BossMonster:
    """Check for winners and losers, once all had their chance to act."""
    lost = tuple(seat for seat in s.alive if s.keeps[seat].wounds >= WOUNDS)
    won = tuple(seat for seat in s.alive if s.keeps[seat].souls >= SOULS and seat not in lost)
    if s.ruling("BM-A4") == "compare" and (won or len(lost) == len(s.alive)):
        return wins(s, (*won, *lost), "BM-39", "BM-A4")
    last = len(lost) == len(s.alive)
    s = lose(s, lost, last)
    if last or won:
        return wins(s, won, "BM-38", "BM-A4" if lost else "") if won else wins(s, lost, "BM-39", "BM-A4")
    if len(s.alive) == 1 and len(s.seats) > 1:
        if s.ruling("BM-A19") == "wins":
            return wins(s, s.alive, "BM-37", "BM-A19")
        s = BOOK.ruled(s, "BM-A19", "BM-37")
    return decks_out(s)


@carries("BM-36", "BM-37")
def lose(s: BossMonster, seats: tuple[int, ...], last: bool) -> BossMonster:
    """Eliminate players with five wounds, whatever their souls; their cards leave the game.

    ``nobody_left``: nobody would be left; the players stay for the comparison.
    """
    for seat in seats:
        s = note(s, "BM-37", Text("{who} has five wounds and loses", who=s.seats[seat]))
        if not last:
            s = set_keep(s, seat, out=True, entrance=())
            s = note(s, "BM-36", Text("The cards of {who} leave the game", who=s.seats[seat]))
    return s


@carries("BM-42")
def decks_out(s: BossMonster) -> BossMonster:
    """End the game once no hero is left to come; all players in it are compared (BM-A18)."""
    if s.normal or s.epic:
        return s
    return wins(note(s, "BM-42", Text("The hero decks are empty: the game ends")), s.alive, "BM-42", "BM-A18")


@carries("BM-38", "BM-39", "BM-40")
def wins(s: BossMonster, seats: tuple[int, ...], rule: str, switch: str = "") -> BossMonster:
    """Determine the winner: most souls less wounds, then the boss with the fewest XP (BM-A3)."""
    best = max(margin(s, seat) for seat in seats)
    level = [seat for seat in seats if margin(s, seat) == best]
    if len(seats) > 1 and rule == "BM-38":
        rule = "BM-39"
    if len(level) > 1:
        s, rule = note(s, "BM-40", Text("Level: XP decides"), switch="BM-A3"), "BM-40"
    sign = -1 if s.ruling("BM-A3") == "highest" else 1
    winner = min(level, key=lambda seat: sign * s.keeps[seat].xp)
    told: dict[str, Shown] = {"who": s.seats[winner], "souls": s.keeps[winner].souls, "wounds": s.keeps[winner].wounds}
    s = note(s, rule, Text("{who} wins: souls {souls}, wounds {wounds}", **told), switch=switch)
    return replace(s, outcome=Outcome((winner,), rule))


def margin(s: BossMonster, seat: int) -> int:
    """Souls minus wounds."""
    return s.keeps[seat].souls - s.keeps[seat].wounds
