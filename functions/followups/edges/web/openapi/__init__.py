"""The OpenAPI document, made of the operations. Loaded when it is asked for."""
