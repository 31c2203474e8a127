"""What deploys Follow-ups: on AWS, and on an emulator of this machine."""
