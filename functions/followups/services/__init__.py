"""What people and agents do: one file per intention. They decide with the domain and write through `ports`."""
