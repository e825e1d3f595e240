"""King of Tokyo's dice: drawings of their signs in many hands, scenes with them, and their two nets."""
