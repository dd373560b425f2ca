"""Data simulated like the user's own: what intervals and tests do on them, and how many systems they take."""
