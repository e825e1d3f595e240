"""Tasks by name, and their answers as JSON.

Nothing here needs pydantic, which the page's reader does not have. Whoever asks for a task need not load what it loads,
such as OpenCV, and validates the answer against the task's type, see ``pool.checked_answer``.
"""

from __future__ import annotations

import base64
import json
import pickle
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeAlias, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = ParamSpec("P")
T = TypeVar("T")
TASK_PACKAGE = "companion.dice."
"""Where tasks lie that are called by name; a worker imports nothing else for them."""
AnswerValue: TypeAlias = (
    "bool | int | float | str | bytes | Mapping[str, AnswerValue] | Sequence[AnswerValue] | DataclassInstance | None"
)
"""What a task may return, with NumPy's numbers."""
PlainValue: TypeAlias = "bool | int | float | str | Mapping[str, PlainValue] | Sequence[PlainValue] | None"
"""What JSON holds."""
DONE, FAILED, OUT_OF_MEMORY = b"+", b"-", b"!"
"""First byte of an answer: JSON follows, a traceback follows, or the task ran out of memory."""

OPENCV_NO_MEMORY = -4
"""OpenCV's error code for insufficient memory."""


@dataclass(frozen=True)
class Task(Generic[P, T]):
    """A function in another module, by name: calling it loads the module."""

    name: str
    """"module:function"."""
    answer: Any
    """The type T of its answer."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function. Raises ``ValueError`` for one outside TASK_PACKAGE."""
        module, _, name = self.name.partition(":")
        if not module.startswith(TASK_PACKAGE):
            raise ValueError(f"no task: {self.name}")
        function: Callable[P, T] = getattr(import_module(module), name)
        return function(*args, **kwargs)


def answer_job(job: bytes) -> bytes:
    """Run a task and return its answer or its error.

    A job is the pickle of the task with its arguments, a ``partial``: it comes from the app, so it may be one.
    """
    try:
        return DONE + json.dumps([plain_value(pickle.loads(job)())]).encode()
    except Exception as error:  # a foreign picture may cause any error; the app is told of it
        if isinstance(error, MemoryError) or getattr(error, "code", None) == OPENCV_NO_MEMORY:
            return OUT_OF_MEMORY
        return FAILED + traceback.format_exc().encode(errors="replace")


def plain_value(value: AnswerValue) -> PlainValue:
    """Return the value as JSON has it: dataclasses as objects, tuples as lists, bytes in base64.

    Raises ``TypeError`` for what JSON cannot hold.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain_value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, bytes):
        return base64.urlsafe_b64encode(value).decode()
    if isinstance(value, Mapping):
        return {str(key): plain_value(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [plain_value(each) for each in value]
    if value is None or isinstance(value, str | int | float):
        return value
    if hasattr(value, "item"):  # a number of NumPy
        return plain_value(value.item())
    raise TypeError(f"no JSON for {type(value).__name__}")
