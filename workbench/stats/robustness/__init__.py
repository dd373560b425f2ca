"""Whether a coefficient rests on a few systems or segments."""
