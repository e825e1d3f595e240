"""Build phase: rooms are laid face down in order of XP, then revealed; BM-21 … BM-25."""

from __future__ import annotations

from rules.boss_monster.effects.registry import DungeonCase, trigger_moment
from rules.boss_monster.model.card_catalogue import (
    MAX_UNNAMED_DAMAGE,
    RoomCard,
    possible_treasures,
    room_card_name,
    room_cards,
    treasure_name,
)
from rules.boss_monster.model.decks import ROOM, card_faces, card_keys, hand_cards, remove_from_hand
from rules.boss_monster.model.dungeon import (
    buildable_bases,
    can_build_on,
    count_ready_rooms,
    has_free_end,
    lay_room,
    matching_treasures,
    remove_room,
)
from rules.boss_monster.model.events import AllPlaced, Laid, Placed, Revealed, RevealedPlain, Skipped, TakenBack
from rules.boss_monster.model.state import (
    MAX_VISIBLE_ROOMS,
    BossMonster,
    Room,
    card_task,
    distinct_room_name,
    room_name,
    room_subject,
    set_keep,
    set_room,
    xp_order,
)
from rules.engine import (
    Cards,
    Choice,
    Event,
    Option,
    Pick,
    Prompt,
    Seats,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.kinds import ChoiceRole
from rules.engine.record import replace

BUILD_PHASE = Text("Build")
BUILD_STEP = "boss_monster.your_build"
"""Name of the step at which a player's turn to build comes."""


@auto("BM-08", "BM-21")
def build(s: BossMonster) -> BossMonster:
    """Let each player in order of XP lay one room face down; then reveal all together."""
    s = replace(s, phase="build", no_building=False)
    return then(s, *(at(your_build, seat) for seat in xp_order(s)), reveal)


@auto("BM-17", "BM-22", "BM-25")
def your_build(s: BossMonster, seat: int) -> BossMonster:
    """Make a player active; each builds at most one room and cannot return to it later."""
    s = replace(s, active=seat)
    return s if s.no_building else then(s, at(place, seat))


# --- face down ---------------------------------------------------------------------------------------------------


def place_prompt(s: BossMonster, seat: int) -> Prompt:
    """Ask where a room is laid face down; which room it is stays secret."""
    found = buildable_bases(s, seat)
    on = tuple(Option(room.id, distinct_room_name(s, room.id), treasure_name(room.card.treasure)) for room in found)
    end = Choice(Text("At the entrance"), Template(Placed(0)), role="default", seat=seat)
    end_first = has_free_end(s, seat)
    label = Text("On a room") if end_first else Text("On")
    over = Choice(
        label,
        Template(Placed(0), (Pick("room", on, is_ordered=True),)),
        role="option" if end_first else "default",
        seat=seat,
    )
    none = Choice(Text("No room"), Template(Skipped()), seat=seat, role="option" if end_first or on else "default")
    offered = (*((end, *_all_choice(s, seat)) if end_first else ()), *((over,) if on else ()), none)
    if s.has_virtual_cards:
        offered = (*hand_choices(s, seat), replace(none, role="option" if hand_cards(s, seat, ROOM) else "default"))
    title = Text("{who} lays a room face down: where?", who=s.seats[seat])
    stake = Text("{n} of {most} rooms", n=len(s.keeps[seat].piles), most=MAX_VISIBLE_ROOMS)
    return Prompt((seat,), title, "BM-08" if s.turn == 0 else "BM-21", offered, stake, BUILD_PHASE)


@carries("BM-21", "BM-22")
def following_builders(s: BossMonster) -> tuple[int, ...]:
    """The seats that build after the one that is asked now, in their order."""
    return tuple(int(step.args[0]) for step in s.agenda if step.name == BUILD_STEP)


def _all_choice(s: BossMonster, seat: int) -> tuple[Choice, ...]:
    """The choice of a room at the entrance for all who build now, if each has room there."""
    builders = (seat, *following_builders(s))
    if len(builders) == 1 or not all(has_free_end(s, builder) for builder in builders):
        return ()
    many = len(builders)
    label = Text("All {n} at the entrance", n=many) if many > 2 else Text("Both at the entrance")
    return (
        Choice(label, Template(AllPlaced(builders), (Seats("by", builders, label, label, builders),)), role="default"),
    )


def _place_all(s: BossMonster, builders: tuple[int, ...]) -> BossMonster:
    s = replace(s, agenda=tuple(step for step in s.agenda if step.name != BUILD_STEP))
    for builder in builders:
        s, _ = lay_room(s, builder, 0, RoomCard(), down=True)
        s = note(s, "BM-21", Text("{who} lays a room at the entrance", who=s.seats[builder]))
    return s


@asks("BM-21", "BM-22", prompt=place_prompt)
def place(s: BossMonster, event: Event, seat: int) -> BossMonster:
    """Lay the room face down at the entrance or on another room, or build nothing."""
    if isinstance(event, AllPlaced):
        return _place_all(s, event.by)
    card, on = laid_room(event), getattr(event, "room", 0)
    if card is None:
        return note(s, "BM-22", Text("{who} builds nothing", who=s.seats[seat]))
    found = s.room(on)
    s = remove_from_hand(s, seat, (card.key,)) if card.key else s
    s, _ = lay_room(s, seat, on, card, down=True)
    if found is None:
        return note(s, "BM-21", Text("{who} lays a room at the entrance", who=s.seats[seat]))
    return note(s, "BM-21", Text("{who} lays a room on {room}", who=s.seats[seat], room=room_name(found[2])))


def laid_room(event: Event) -> RoomCard | None:
    """The room that was laid: the card of a virtual hand, else an unknown room."""
    match event:
        case Placed():
            return RoomCard()
        case Laid(_, _, (value,)):
            return room_cards()[card_keys((value,))[0]]
    return None


def hand_choices(s: BossMonster, seat: int, kind: str = "") -> tuple[Choice, ...]:
    """Choices of a place and a virtual room that may lie there.

    ``kind``: only the room that was just fetched. A place is offered even if no card fits, so that the choices do not
    reveal the hand.
    """
    cards = hand_cards(s, seat, ROOM)[-1:] if kind else hand_cards(s, seat, ROOM)
    ends = (None,) if has_free_end(s, seat) and not kind else ()
    spots = (*ends, *_bases(s, seat, kind)) if cards else ()
    return tuple(_lay_choice(s, seat, base, cards, "option" if ends and base else "default") for base in spots)


def _lay_choice(s: BossMonster, seat: int, base: Room | None, cards: tuple[str, ...], role: ChoiceRole) -> Choice:
    may = [card for card in cards if card in room_cards() and can_build_on(s, seat, base, room_cards()[card])]
    label = Text("On {room}", room=distinct_room_name(s, base.id)) if base else Text("At the entrance")
    does = Template(Laid(seat, base.id if base else 0), (Cards("cards", card_faces(may), 0, 1, "hand"),))
    return Choice(label, does, role=role, seat=seat)


# --- revealed ----------------------------------------------------------------------------------------------------


@auto("BM-24")
def reveal(s: BossMonster) -> BossMonster:
    """Turn up all face-down rooms; then levels and building effects in order of XP."""
    down = [room for seat in xp_order(s) for found, _, room in s.rooms() if found == seat and room.down]
    turned = (at(show if room.card.key else turn_up, room.id) for room in down)
    return then(s, *turned, at(built, *(room.id for room in down)))


@auto("BM-24", "BM-45")
def show(s: BossMonster, id: int) -> BossMonster:
    """Turn up a room of a virtual hand: everybody now knows which it is."""
    found = s.room(id)
    if found is None:
        return s
    s = set_room(s, id, down=False)
    text = Text("{who} reveals {room}", who=s.seats[found[0]], room=room_card_name(found[2].card))
    return note(s, "BM-24", text, kind="built")


def room_beneath(s: BossMonster, id: int) -> Room | None:
    """The room on which a visible one lies, if any."""
    found = s.room(id)
    pile = s.keeps[found[0]].piles[found[1]] if found else ()
    return pile[1] if len(pile) > 1 else None


def turn_up_prompt(s: BossMonster, id: int) -> Prompt:
    """Ask which room was revealed: by name, or by icons and damage.

    Only rooms that may lie there are offered.
    """
    found = s.room(id)
    seat = found[0] if found else s.active
    base = room_beneath(s, id)
    title = Text("{who} reveals a room: which is it?", who=s.seats[seat])
    if base is not None:
        title = Text("{who} reveals a room on {base}: which is it?", who=s.seats[seat], base=room_name(base))
    back = Choice(Text("It may not lie there: back to the hand"), Template(TakenBack()), seat=seat)
    return Prompt((seat,), title, "BM-24", (*room_choices(s, seat, base), back), phase=BUILD_PHASE)


def room_choices(
    s: BossMonster, seat: int, base: Room | None, allowed: tuple[RoomCard, ...] = ()
) -> tuple[Choice, ...]:
    """Choices of rooms that may lie there, by name or without one."""
    cards = allowed or tuple(room_cards().values())
    named = tuple(Option(c.key, room_card_name(c), _printed(c)) for c in cards if can_build_on(s, seat, base, c))
    plain = tuple(Option(t, treasure_name(t)) for t in possible_treasures())
    hurts = Pick("damage", tuple(Option(n, n) for n in range(MAX_UNNAMED_DAMAGE + 1)), Text("damage"))
    common = matching_treasures(s, seat, base)
    printed = {card.treasure for card in allowed} or set(possible_treasures())
    icons = tuple(option for option in plain if set(option.value) & set(common) and option.value in printed)
    kinds, label = {c.advanced for c in cards}, Text("{what}", what=Text("Name the room"))
    does = Template(RevealedPlain("", 0), (Pick("treasure", plain, Text("treasure")), hurts))
    gold = Template(RevealedPlain("", 0, advanced=True), (Pick("treasure", icons, Text("treasure")), hurts))
    return (
        *((Choice(label, Template(Revealed(""), (Pick("room", named),)), None, "default", seat),) if named else ()),
        *((Choice(Text("Only treasure and damage"), does, seat=seat),) if False in kinds else ()),
        *((Choice(Text("Only treasure and damage, advanced"), gold, seat=seat),) if icons and True in kinds else ()),
    )


def _printed(card: RoomCard) -> Text:
    return Text("{treasure}, damage {n}", treasure=treasure_name(card.treasure), n=card.damage)


def room_of_event(event: Event) -> RoomCard | None:
    """The room card that an event gives; None for other events."""
    match event:
        case Revealed(key):
            return room_cards()[key]
        case RevealedPlain(treasure, damage, advanced):
            return RoomCard("", treasure, damage, "", advanced)
    return None


@asks("BM-24", "BM-45", prompt=turn_up_prompt)
def turn_up(s: BossMonster, event: Event, id: int) -> BossMonster:
    """Turn the room face up as the card that was given, or take it back."""
    found, card = s.room(id), room_of_event(event)
    if found is None:
        return s
    if card is None:
        text, task = Text("{who} takes the room back", who=s.seats[found[0]]), Text("take your face-down room back")
        s = remove_room(s, id)
        return note(s, "BM-14", text, subject=room_subject(found[2]), seat=found[0], task=card_task(s, task))
    s = set_room(s, id, card=card, down=False)
    text = Text("{who} reveals {room}", who=s.seats[found[0]], room=room_card_name(card))
    return note(s, "BM-24", text, kind="built")


@auto("BM-24")
def built(s: BossMonster, *ids: int) -> BossMonster:
    """For each player in order of XP: level up, then the effects of the rooms built."""
    s = replace(s, phase="built")
    steps = []
    for seat in xp_order(s):
        mine = [id for id in ids if (found := s.room(id)) is not None and found[0] == seat]
        steps += [at(level_up, seat), *(at(when_built, id) for id in mine)]
    return then(s, *steps)


@auto("BM-19")
def level_up(s: BossMonster, seat: int) -> BossMonster:
    """Level up a boss the first time its dungeon has five rooms; once a game."""
    keep = s.keeps[seat]
    if keep.levelled or keep.out or count_ready_rooms(s, seat) < MAX_VISIBLE_ROOMS:
        return s
    who = s.seats[seat]
    text = Text("{who} levels up", who=who)
    s = note(set_keep(s, seat, levelled=True), "BM-19", text, kind="level_up", subject=who, seat=seat)
    return trigger_moment(s, "level_up", DungeonCase(seat))


@auto("BM-24", "BM-52")
def when_built(s: BossMonster, id: int) -> BossMonster:
    """Trigger the effects of building a room; a room merely uncovered was not built."""
    found = s.room(id)
    if found is None:
        return s
    s = trigger_moment(s, "other_built", DungeonCase(found[0], id))
    return trigger_moment(s, "built", DungeonCase(found[0], id))


# --- one more room -----------------------------------------------------------------------------------------------


def one_more_prompt(s: BossMonster, seat: int, kind: str = "", rule: str = "BM-25") -> Prompt:
    """Ask where the additional room lies that a card allows."""
    on = tuple(
        Option(room.id, distinct_room_name(s, room.id), treasure_name(room.card.treasure))
        for room in _bases(s, seat, kind)
    )
    end = has_free_end(s, seat) and not kind
    choices = (
        *((Choice(Text("At the entrance"), Template(Placed(0)), role="default", seat=seat),) if end else ()),
        *(
            (Choice(Text("On"), Template(Placed(0), (Pick("room", on, is_ordered=True),)), role="default", seat=seat),)
            if on
            else ()
        ),
        Choice(Text("No room"), Template(Skipped()), seat=seat),
    )
    if s.has_virtual_cards:
        choices = (*hand_choices(s, seat, kind), choices[-1])
    return Prompt(
        (seat,), Text("{who} may build one more room: where?", who=s.seats[seat]), rule, choices, phase=BUILD_PHASE
    )


def _bases(s: BossMonster, seat: int, kind: str) -> tuple[Room, ...]:
    """Rooms on which one of that kind may lie; an advanced one needs a common treasure."""
    found = buildable_bases(s, seat)
    if not kind:
        return found
    return tuple(room for room in found if any(can_build_on(s, seat, room, card) for card in _advanced_rooms(kind)))


def _advanced_rooms(kind: str) -> tuple[RoomCard, ...]:
    """Rooms that a boss fetches: the advanced ones of a kind; none without a kind."""
    return tuple(card for card in room_cards().values() if card.kind == kind and card.advanced)


@asks("BM-25", prompt=one_more_prompt)
def one_more(s: BossMonster, event: Event, seat: int, kind: str = "", rule: str = "BM-25") -> BossMonster:
    """Build an additional room, which lies face up at once.

    Only a card allows more than one room a turn.
    """
    if isinstance(event, Placed):
        return then(s, at(name_more, seat, event.room, kind))
    card = laid_room(event)
    if card is None or not isinstance(event, Laid):
        return s
    return _build_one_more(remove_from_hand(s, seat, (card.key,)), seat, event.room, card)


def name_more_prompt(s: BossMonster, seat: int, base: int, kind: str) -> Prompt:
    """Ask which additional room it is; if a boss fetched it, only advanced ones of the kind."""
    found = s.room(base) if base else None
    back = Choice(Text("No room"), Template(TakenBack()), seat=seat)
    choices = (*room_choices(s, seat, found[2] if found else None, _advanced_rooms(kind)), back)
    return Prompt(
        (seat,),
        Text("{who} builds one more room: which is it?", who=s.seats[seat]),
        "BM-25",
        choices,
        phase=BUILD_PHASE,
    )


@asks("BM-25", prompt=name_more_prompt)
def name_more(s: BossMonster, event: Event, seat: int, base: int, kind: str) -> BossMonster:
    """Build the additional room: a fifth room levels up, then its effects."""
    card = room_of_event(event)
    return s if card is None else _build_one_more(s, seat, base, card)


def _build_one_more(s: BossMonster, seat: int, base: int, card: RoomCard) -> BossMonster:
    s, id = lay_room(s, seat, base, card, down=False)
    s = note(s, "BM-25", Text("{who} builds {room}", who=s.seats[seat], room=room_card_name(card)), kind="built")
    return then(s, at(level_up, seat), at(when_built, id))
