"""How well the judges agree: rows beside the metrics, and correlations without the judges' noise."""
