"""The exception for an event that the rules do not allow."""

from .text import Text


class Refused(Exception):  # noqa: N818 - a refusal is an answer of the rules, not an error of the program
    """An event that the rules do not allow now; ``rule`` is the id that forbids it.

    The state has not changed.
    """

    def __init__(self, rule: str, reason: Text) -> None:
        super().__init__(f"{rule}: {reason.key}")
        self.rule = rule
        self.reason = reason
