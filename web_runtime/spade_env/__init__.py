"""The environment contract and its host: standard library only, the same in CPython and in the browser.

::

    program = spade_env.load(source)
    episode = spade_env.Episode(program, seed=0)
    while not episode.done:
        episode.act(reply_to(episode.observation))
    episode.transcript()
"""

from . import protocols
from .describe import describe
from .episode import WIN_RETURN, Episode, Step, derive_seed
from .program import TURN_CAP, LoadError, Program, load
from .tool_use import ToolUseBaseEnv
from .transcript import first_difference, replay, same_transcript, transcript_json

__version__ = "0.1.0"

__all__ = [
    "TURN_CAP",
    "WIN_RETURN",
    "Episode",
    "LoadError",
    "Program",
    "Step",
    "ToolUseBaseEnv",
    "derive_seed",
    "describe",
    "first_difference",
    "load",
    "protocols",
    "replay",
    "same_transcript",
    "transcript_json",
]
