"""Systems that are alike because one team made them, or because they are built alike."""
