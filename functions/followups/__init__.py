"""Follow-ups: the list that outlives an agent's session."""
