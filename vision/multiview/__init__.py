"""Several photos of one kingdom, read as one."""
