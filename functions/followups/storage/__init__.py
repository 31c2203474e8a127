"""The one table, and a repository for each aggregate in it."""
