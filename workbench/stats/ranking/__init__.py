"""Which place a metric or a system has among others."""
