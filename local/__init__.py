"""The whole product in one process on one machine. Never shipped to Lambda."""
