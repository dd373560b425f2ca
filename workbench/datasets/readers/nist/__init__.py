"""The formats of NIST and ROUGE-1.5.5: DUC, TAC, SEE, SPL, ISI."""
