"""The analyses of an experiment: a folder or a file each."""
