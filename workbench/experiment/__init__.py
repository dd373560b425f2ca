"""From one experiment file to records: plan, count, score, correlate."""
