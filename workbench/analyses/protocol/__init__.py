"""The protocol of the WMT metrics tasks: tasks, weighted averages, clusters."""
