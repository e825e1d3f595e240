"""Synthetic scenes of dice on a table: what a scene is, and two looks that draw it.

A scene is data. `cube` has a die's shape, faces and colors (`plastic` colors some of them), `throw` where dice lie,
`polyhedra`, `solid`, `standing_objects` and `household` other things with their decals, `ground` painted tables,
`textures` photographed ones, `flat` what lies flat on them (prints, boards, coins), `scene` the camera and the truth
about each die and each other thing, with its kind.

- `drawn` (NumPy and OpenCV, fast) teaches the nets. A seed gives one picture, to the byte,
  because nets are reproducible from it. So it takes its chances in a fixed order, while it draws.
- `traced` (path tracing by Mitsuba 3, with the extra `scenes`) measures the reader, and never teaches.

Both looks share what is listed above: shapes and pips, objects, painted tables, the pinhole camera, the rule from which
a die counts as visible. The traced one has its own materials (plastic, wood, marble, metal, resin and glass as surfaces
that scatter light, pips hollow in the mesh), its own light (lamps, windows, a room that is mirrored, shadows and
reflections that follow from them), its own sensor (exposure, depth of field, blur, noise and tone of linear light), its
own placement by strata, and of the photographed tables the one in eight that does not teach. So its figures say how the
reader copes with light and matter that it was not taught; they say nothing of shapes, objects and painted tables that
nobody here thought of. For these there are photos only.

`patch` and `signs` cut what teaches the judge and the embedding.
"""
