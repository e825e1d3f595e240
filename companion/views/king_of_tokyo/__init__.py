"""What King of Tokyo shows of itself: Tokyo and who stands where, cards, curse and tower, and the odds of a throw."""
