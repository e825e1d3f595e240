"""Who acts in a test: two players, each at a host's phone of their own, who may answer for anybody."""

from companion.match.roles import Chair

ANA, BEA = Chair(0, host=True), Chair(1, host=True)
