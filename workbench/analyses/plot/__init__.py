"""Pictures of what an experiment found."""
