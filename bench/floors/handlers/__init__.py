"""The least that a Lambda function of each kind loads: the libraries that it cannot do without, and its clients."""
