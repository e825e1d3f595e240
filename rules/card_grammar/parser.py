"""Parser of the card notation; its grammar is in ``grammar.lark``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import TypeAlias, cast

from lark import Lark, Token, Tree, UnexpectedInput

from .syntax import (
    UNKNOWN,
    UNKNOWN_FACE,
    Ability,
    Amount,
    Comparison,
    Condition,
    Cost,
    Deed,
    Face,
    Head,
    If,
    May,
    Roll,
    Step,
    UntilEnd,
    Way,
)

Node: TypeAlias = Tree[Token]
"""A rule of the grammar with its parts: the rules in it, and tokens."""


class CardNotationError(ValueError):
    """A text that is not in the notation; it says where."""


@cache
def parse_abilities(text: str) -> tuple[Ability, ...]:
    """Parse all abilities of a card. Raises ``CardNotationError``."""
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise CardNotationError(f"{text!r}, at column {error.column}") from error
    is_trinket = bool(_token(tree, "TRINKET"))
    return tuple(_ability(node, is_trinket) for node in _rules(tree, "ability"))


@cache
def _parser() -> Lark:
    grammar = files("rules.card_grammar").joinpath("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", maybe_placeholders=False)


# --- parts of a rule -------------------------------------------------------------------------------------------------


def _rules(node: Node, *names: str) -> Iterator[Node]:
    """Yield the rules in it, only those of that name if there are names."""
    for part in node.children:
        if isinstance(part, Tree) and (not names or part.data in names):
            yield part


def _rule(node: Node, name: str) -> Node | None:
    return next(_rules(node, name), None)


def _tokens(node: Node, *kinds: str) -> tuple[str, ...]:
    return tuple(str(part) for part in node.children if isinstance(part, Token) and part.type in kinds)


def _token(node: Node, *kinds: str) -> str:
    """Return the text of the first token of those kinds; empty without one."""
    return next(iter(_tokens(node, *kinds)), "")


def _word(node: Node, rule: str) -> str:
    """Return the word of a rule in it; empty without that rule."""
    found = _rule(node, rule)
    return _token(found, "WORD", "WORDS") if found is not None else ""


def _limit(node: Node) -> str:
    return _token(node, "LIMIT")[1:-1]


def _numbers(texts: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of texts such as ``3``, ``1,6``, ``1-3`` and ``1..3``; 0 for ``?``."""
    found: list[int] = []
    for text in texts:
        if text == UNKNOWN:
            found.append(UNKNOWN_FACE)
            continue
        low, separator, high = text.replace("..", "-").rpartition("-")
        is_span = bool(separator and low)
        found.extend(range(int(low), int(high) + 1) if is_span else map(int, text.split(",")))
    return tuple(found)


# --- records of the rules --------------------------------------------------------------------------------------------


def _ability(node: Node, is_trinket: bool = False) -> Ability:
    head, (ways,) = _rule(node, "head"), _rules(node, "ways")
    return Ability(_head(head) if head is not None else None, _ways(ways), is_trinket)


def _ways(node: Node) -> tuple[Way, ...]:
    return tuple(map(_way, _rules(node)))


def _way(node: Node) -> Way:
    return tuple(map(_step, _rules(node)))


def _head(node: Node) -> Head:
    conditions, moment, pay = _conditions(node), _rule(node, "moment"), _rule(node, "pay")
    if moment is not None:
        name, *words = _tokens(moment, "WORD")
        faces = _numbers(_tokens(moment, "INT", "LIST", "RANGE"))
        limit = _token(moment, "ONCE") or _limit(moment)
        argument = _word(moment, "argument")
        return Head(
            "moment",
            moment=name,
            argument=argument,
            words=tuple(words),
            faces=faces,
            limit=limit,
            conditions=conditions,
        )
    if _rule(node, "always") is not None:
        return Head("always", conditions=conditions)
    cost = _cost(next(_rules(pay))) if pay is not None else None
    return Head("activated", is_tapped=_rule(node, "tap") is not None, cost=cost, conditions=conditions)


def _cost(node: Node) -> Cost:
    coins, least, amount = _token(node, "COINS"), _token(node, "MINIMUM"), _rule(node, "amount")
    if coins:
        return Cost("cents", Amount((int(coins[:-1]),)))
    paid = Amount((int(least[:-1]),)) if least else Amount((1,)) if amount is None else _amount(amount)
    return Cost(_token(node, "WORD"), paid, _word(node, "thing"), _word(node, "receiver"), bool(least))


def _conditions(node: Node) -> tuple[Condition, ...]:
    found = _rule(node, "condition")
    return tuple(map(_condition, _rules(found))) if found is not None else ()


def _condition(node: Node) -> Condition:
    measure, *value = _tokens(node, "WORD", "INT", "SIGNS", "UNKNOWN")
    comparison = cast(Comparison, _token(node, "COMPARISON") or "=")
    return Condition(measure, comparison, value[0] if value else "")


def _step(node: Node) -> Step:
    match node.data:
        case "may":
            return May(_ways(next(_rules(node, "ways"))))
        case "if_step":
            then, *otherwise = map(_way, _rules(node, "way"))
            return If(_conditions(node), then, *otherwise)
        case "until_end":
            return UntilEnd(_ability(next(_rules(node, "ability"))))
        case "roll":
            times = _token(node, "TIMES")
            faces = tuple(map(_face, _rules(node, "face")))
            return Roll(faces, int(times[1:]) if times else 1, _word(node, "target"))
    amount = _rule(node, "amount")
    return Deed(
        _token(node, "WORD"),
        _amount(amount) if amount is not None else None,
        _word(node, "target"),
        _word(node, "receiver"),
        _limit(node),
        bool(_token(node, "INSTEAD")),
    )


def _face(node: Node) -> Face:
    numbers = _numbers(_tokens(node, "INT", "RANGE", "LIST", "UNKNOWN"))
    way = _rule(node, "way")
    return Face(numbers, _way(way) if way is not None else (), _limit(node))


def _amount(node: Node) -> Amount:
    word, factor = _token(node, "WORD", "SUM", "UNKNOWN"), _token(node, "TIMES")
    if factor:
        return Amount((int(factor[1:]),), is_factor=True)
    numbers = _numbers(_tokens(node, "INT", "SPAN", "LIST"))
    if numbers and word:
        return Amount(numbers[:1], word, per=numbers[1])
    return Amount(numbers, word)
