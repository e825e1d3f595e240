"""King of Tokyo's part of the table screen: Tokyo, cards, curse, tower, roll odds."""
