"""King of Tokyo's dice: drawings of their signs in many hands, scenes, two nets."""
