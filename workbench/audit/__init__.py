"""Which method and which n printed numbers are consistent with."""
