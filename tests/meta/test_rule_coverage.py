"""Each rule of the checklist is cited by a step, worded in both languages, and tested."""

import ast
import re
from collections import Counter
from collections.abc import Callable

import pytest

from companion.i18n import translator
from companion.ui.table.sheets.why import COMPANION_RULES
from rules.engine import rule_functions, steps
from rules.registry import GAMES
from tests.support.paths import CHECKLIST, TESTS

pytestmark = pytest.mark.landing

RULE = ("rule", "pytest.mark.rule")
OWN = [f"X-0{number}" for number in range(1, 10)]
"""Rules of the companion, which hold in every game."""
MOST = 3
"""Most rules that one test may name."""

SO_FAR = {
    "four_souls": ["1-122"],
    "malifaux": ["1-20"],
    "king_of_tokyo": ["1-55"],
    "darkmoor": ["1-32"],
    "boss_monster": ["1-67"],
}
"""Rules that each game of the checklist has by now, by number."""
PREFIX = {"four_souls": "FS", "king_of_tokyo": "KT", "malifaux": "MX", "darkmoor": "RD", "boss_monster": "BM"}


def due(game: str) -> list[str]:
    if game not in SO_FAR:  # a game without a checklist: all that its rulebook has
        return list(GAMES[game].rulebook)
    spans = (tuple(map(int, span.split("-"))) for span in SO_FAR[game])
    return [f"{PREFIX[game]}-{number:02d}" for first, last in spans for number in range(first, last + 1)]


def cited(game: str) -> set[str]:
    """Rule ids of a game's steps and of functions with ``carries``."""
    rules = (*steps.values(), *rule_functions.values())
    return {id for rule in rules if rule.name.startswith(f"{game}.") for id in rule.rule_ids}


def named(folders: tuple[str, ...] = ("rules", "laws"), having: str = "rule") -> dict[str, list[str]]:
    """Rule ids that each test names, in files of those folders that contain ``having``."""
    found: dict[str, list[str]] = {}
    for path in (path for folder in folders for path in sorted((TESTS / folder).rglob("test_*.py"))):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if having in text else ():
            if isinstance(node, ast.FunctionDef):
                calls = [d for d in node.decorator_list if isinstance(d, ast.Call) and ast.unparse(d.func) in RULE]
                ids = [arg.value for call in calls for arg in call.args if isinstance(arg, ast.Constant)]
                if ids:
                    found[f"{path.relative_to(TESTS)}::{node.name}"] = [str(id) for id in ids]
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_rule_that_is_due_is_cited_worded_and_tested(game: str, say: Callable[[str], None]) -> None:
    """Each rule that is due has a step, a text in both languages, and a test."""
    ids = due(game)
    tested = {id for names in named().values() for id in names}
    book = GAMES[game].rulebook
    worded = {id for id in ids if id in book and all(book[id].get(language) for language in ("es", "en"))}
    gaps = {
        "uncited": sorted(set(ids) - cited(game)),
        "unworded": sorted(set(ids) - worded),
        "untested": sorted(set(ids) - tested),
    }
    say(
        f"{game}: {len(ids)} rules due; cited {len(cited(game) & set(ids))}, worded {len(worded)}, "
        f"tested {len(tested & set(ids))}; cited beyond: {len(cited(game) - set(ids))}"
    )
    assert gaps == {"uncited": [], "unworded": [], "untested": []}


@pytest.mark.parametrize("game", sorted(PREFIX))
def test_every_id_of_the_checklist_has_a_test_of_the_audit(game: str) -> None:
    """Each rule and open point of the checklist has a test that was written from the rule text alone."""
    if not CHECKLIST.exists():
        pytest.skip("../shared/rulebook is not here")
    listed = set(re.findall(rf"\b{PREFIX[game]}-A?\d+\b", CHECKLIST.read_text("utf-8")))
    audited = {id for ids in named((f"rules/audit/{game}",)).values() for id in ids}
    assert listed
    assert listed - audited == set()


def test_no_test_names_more_than_three_rules() -> None:
    """No test names more than three rules."""
    assert {test: ids for test, ids in named().items() if len(ids) > MOST} == {}


@pytest.mark.parametrize("game", sorted(PREFIX))
def test_the_rulebook_knows_the_checklists_ids_and_no_others(game: str) -> None:
    """The rulebook has exactly the ids of the checklist."""
    if not CHECKLIST.exists():
        pytest.skip("../shared/rulebook is not here")
    prefix = PREFIX[game]
    listed = set(re.findall(rf"^\| ({prefix}-\d+)", CHECKLIST.read_text("utf-8"), re.MULTILINE))
    assert {id for id in GAMES[game].rulebook if "-A" not in id} == listed


def test_every_promise_of_the_companion_itself_is_worded_and_tested(say: Callable[[str], None]) -> None:
    """X-01 … X-09 each have a text in both languages and tests that name them."""
    tested = Counter(id for ids in named(("",), 'rule("X-').values() for id in ids if id.startswith("X-"))
    say(f"the companion itself: {', '.join(f'{id} {tested[id]}' for id in OWN)} tests")
    assert sorted(COMPANION_RULES) == OWN == sorted(tested)
    assert all(translator("es")(COMPANION_RULES[id]) != translator("en")(COMPANION_RULES[id]) for id in OWN)
    if CHECKLIST.exists():
        assert re.findall(r"^\| (X-\d+)", CHECKLIST.read_text("utf-8"), re.MULTILINE) == OWN
