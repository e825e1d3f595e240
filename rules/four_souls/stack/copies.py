"""Items that become copies of others (FS-14, FS-50)."""

from __future__ import annotations

from rules.engine import Text, carries, note
from rules.engine.record import replace
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.state import FourSouls, set_player
from rules.four_souls.vocabulary.card_names import owned_name


@carries("FS-14")
def become_copy(s: FourSouls, id: int, target: Target, *, ends: bool) -> FourSouls:
    """Make an item a copy of another, for good or until the turn ends.

    It lies as it lay, with its counters, and is eternal only if it was; as a copy it does not come into play.
    """
    found, model = s.find_owned_item(id), s.find_owned_item(target.id)
    if found is None or model is None or id == target.id:
        return s
    own, of = found[1], model[1]
    copy = replace(of, id=id, ready=own.ready, eternal=own.eternal, counters=own.counters, used=False, spent=())
    copy = replace(copy, is_entering=False, own_card=own.own_card or own.card, is_copy_ending=ends)
    s = _put(s, found[0], copy)
    return note(s, "FS-14", Text("{item} becomes a copy of {other}", item=owned_name(own), other=owned_name(of)))


@carries("FS-50")
def end_copies(s: FourSouls) -> FourSouls:
    """Turn items that were copies until the turn ends into themselves again."""
    for seat, player in enumerate(s.players):
        for item in player.items:
            if item.is_copy_ending:
                own = item_cards()[item.own_card].owned_in(item.edition)
                own = replace(own, id=item.id, ready=item.ready, counters=item.counters, eternal=item.eternal)
                s = note(_put(s, seat, own), "FS-50", Text("{item} is itself again", item=owned_name(own)))
    return s


def _put(s: FourSouls, seat: int, item: Owned) -> FourSouls:
    return set_player(s, seat, items=tuple(item if o.id == item.id else o for o in s.players[seat].items))
