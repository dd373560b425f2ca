"""How far a coefficient can be trusted: judges, single systems, the choice of references."""
