"""What the product takes and costs, beside floors and peers measured in the same run: `python -m bench`."""
