"""Roles of two players, each at a host's phone of their own that may answer for anybody."""

from companion.match.roles import DeviceRole

ANA, BEA = DeviceRole(0, is_host=True), DeviceRole(1, is_host=True)
