"""The upper part of the table screen: prompt, players, notices."""
