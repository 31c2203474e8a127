"""Generated inputs take as long as the machine needs: a slow moment is no failure of a rule."""

from hypothesis import settings

settings.register_profile("no_deadline", deadline=None)
settings.load_profile("no_deadline")
