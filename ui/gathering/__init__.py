"""What the Table screen is made of, one module each: players, invitation, rules, and leaving."""
