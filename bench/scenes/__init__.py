"""The reader's measuring sets: 500 scenes with dice and 120 without, physically rendered.

For measuring only, never for training: its shapes, materials, tables, lights and camera are made here and share
nothing with `training`. `dice` and `things` make meshes and skins, `ground` tables, `throw` says where dice
lie and where the camera stands, `stage` describes all of it to Mitsuba 3 and renders, `sensor` turns light into a
picture of a camera, `measure` prints figures. Lengths are in sides of a usual die, z is up, the table is z = 0.
"""
