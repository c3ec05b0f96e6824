"""What holds for every test: Hypothesis judges results, not how long a busy machine took to give them."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
