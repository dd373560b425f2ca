"""From strings to integer sequences: tokenizers, stemmers, word lists, preprocessing."""
