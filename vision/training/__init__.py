"""How the reader's net is taught: for developers only, with the extra `training`; nothing at run time imports it.

`ground` paints tables, `cube` looks at dice, `clutter` lays down what is no die, `lens` is the camera's share, `scene`
composes them, `pool` keeps them, `photos` gathers real pictures, `target` crops both and says what the net should
answer, `net` is the net, `teach` teaches it, `patch` and `judge` do the same for the second one, `export` writes them
down for OpenCV, `dispute` finds labels that they contradict. `python -m vision.training --help` runs the whole.
"""
