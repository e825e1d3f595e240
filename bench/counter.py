"""The rival app: a number, a button, and as many more controls as are wished, served like this one."""

import click
import flet as ft
import flet.fastapi
import uvicorn


@ft.component
def Counter(controls: int) -> ft.Control:  # noqa: N802
    """A number, the button that increments it, and lines of text up to that number of controls."""
    count, set_count = ft.use_state(0)
    lines = [ft.Text(f"line {k}") for k in range(controls - 3)]
    more = ft.Button("Grow", on_click=lambda: set_count(count + 1))
    return ft.Column([ft.Text(f"={count}="), more, *lines], scroll=ft.ScrollMode.HIDDEN, expand=True)


@click.command(help=__doc__)
@click.argument("port", type=int)
@click.argument("controls", type=int)
def main(port: int, controls: int) -> None:
    """Serve the app."""
    app = flet.fastapi.app(lambda page: page.render(Counter, controls), no_cdn=True)
    uvicorn.run(app, port=port, log_level="error")


if __name__ == "__main__":
    main()
