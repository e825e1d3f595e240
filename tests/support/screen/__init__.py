"""Observers of a real screen: each looks at one picture of it and says what is wrong there."""
