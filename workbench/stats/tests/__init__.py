"""Whether a coefficient differs from zero, or from another one."""
