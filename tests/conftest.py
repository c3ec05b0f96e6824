"""What holds for every test: Hypothesis judges results, not how long a busy machine took to give them."""

from contextlib import suppress

with suppress(ImportError):  # the environment of ``make test-vllm`` does without it
    from hypothesis import settings

    settings.register_profile("untimed", deadline=None)
    settings.load_profile("untimed")
