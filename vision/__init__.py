"""From a picture of a table to the dice that lie on it: one stage a file.

`frame` turns bytes into a picture of working size (`header` refuses bombs). Two nets look first: `spots` says
where dice lie, `jury` judges each by itself. There `find` looks for what could be a pip, `kin` says which
pips may belong together, `face` groups them to the six patterns, `clear` drops the texture of the table,
`body` looks at what surrounds a face and `choose` keeps the faces that lie on top. `agree` brings nets and
pips together, `doubt` says where a person had better look, `look` puts the stages in a row, and `draw` shows
what was read. The nets lie in `models`, and `training` taught them.
"""

from vision.draw import annotate
from vision.frame import REASONS, Unreadable, decode
from vision.look import read, values
from vision.reading import DOUBTS, Die, Reading, Reject

__all__ = ["DOUBTS", "REASONS", "Die", "Reading", "Reject", "Unreadable", "annotate", "decode", "read", "values"]
