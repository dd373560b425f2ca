"""The command line of ROUGE-1.5.5."""
