"""Agents' door: the Model Context Protocol over HTTP."""
