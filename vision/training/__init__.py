"""How the reader's net is taught: for developers only, with the extra `training`; nothing at run time imports it.

`ground` paints tables, `cube` looks at dice, `clutter` lays down what is no die, `lens` is the camera's share, `scene`
composes them, `photos` crops real pictures, `target` says what the net should answer, `net` is the net, `train`
teaches it, `export` writes it down for OpenCV. `python -m vision.training --help` runs the whole.
"""
