"""Ability of a card in the data file, in the notation of ``rules.card_grammar``.

``played -> vp:1@it(beast)``.
"""

from __future__ import annotations

from rules.card_grammar import Deed, May, parse_abilities


def ability_fields(does: str) -> dict[str, str | int]:
    """Return the fields of ``AbilityCard`` that say it.

    A moment, and one or two verbs with the same targets.

    In parentheses stands the only type of minion that is meant; ``may{…}`` is what its player may decline. Raises
    ``ValueError`` for what an ability cannot say.
    """
    (ability,) = parse_abilities(does)
    head, (way,) = ability.head, ability.ways
    optional = way[0] if isinstance(way[0], May) else None
    if optional is not None:
        (way,) = optional.ways
    deeds = [step for step in way if isinstance(step, Deed)]
    aims = {(deed.target, deed.limit) for deed in deeds}
    if head is None or not head.moment or len(deeds) < len(way) or len(deeds) > 2 or len(aims) > 1:
        raise ValueError(does)
    (on, whom), first = aims.pop(), deeds[0]
    fields: dict[str, str | int] = {"when": head.moment, "does": first.verb, "whom": whom}
    if on:
        fields["on"] = on
    if deeds[1:]:
        fields["also"] = deeds[1].verb
    if first.amount is not None:
        fields["n"] = first.amount.number
    return {**fields, "may": "may"} if optional else fields
