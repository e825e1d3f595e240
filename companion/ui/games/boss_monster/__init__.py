"""Boss Monster's part of the table screen: dungeons, town, rooms, heroes and hands."""
