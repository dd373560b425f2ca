"""From records to tables: layouts know nothing of LaTeX, renderers nothing of statistics."""
