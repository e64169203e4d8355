"""What at least two games share: pieces on a map, lines of supply, positions as data, words. Knows no single game."""
