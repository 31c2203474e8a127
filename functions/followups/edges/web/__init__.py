"""The owner's API over HTTP."""
