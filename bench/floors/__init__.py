"""The least that a server of this kind costs: what the product's answers are compared with."""
