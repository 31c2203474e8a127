"""What is true: values, transitions and rules. No I/O, no clock, no environment."""
