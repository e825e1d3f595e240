"""The rival app: the smallest Flet app, a number and a button, served like this one."""

import sys

import flet as ft
import flet.fastapi
import uvicorn


@ft.component
def Counter() -> ft.Control:  # noqa: N802
    """A number and the button that increments it."""
    count, set_count = ft.use_state(0)
    return ft.Column([ft.Text(f"={count}="), ft.Button("Grow", on_click=lambda: set_count(count + 1))])


if __name__ == "__main__":
    app = flet.fastapi.app(lambda page: page.render(Counter), no_cdn=True)
    uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
