"""What the History screen is made of, one module each: evenings, records, files."""
