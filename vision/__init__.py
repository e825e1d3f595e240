"""From a picture of a table to the dice that lie on it: one stage a file.

`frame` turns bytes into a picture (`header` refuses bombs). Then three voices are heard: `spots`, a net that sees the
whole table, says where dice lie and what they show; `jury`, a net that sees one die at a time, says what it shows, or
that it is none, and whether it leans or lies on another; `lattice` counts the dots on the face that lies on top, by
geometry alone. `agree` weighs the voices, `doubt` says where a person had better look, `look` puts the stages in a row,
and `draw` shows what was read. The nets lie in `models`, and `training` taught them.
"""

from vision.draw import annotate
from vision.frame import REASONS, Unreadable, decode
from vision.look import read, values
from vision.reading import DOUBTS, Die, Reading, Reject

__all__ = ["DOUBTS", "REASONS", "Die", "Reading", "Reject", "Unreadable", "annotate", "decode", "read", "values"]
