"""Rows of (environment, seed), and the multi-turn exchange that plays one of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

import verifiers.v1 as vf

from .catalog import entries, load_program
from .spade_env import Episode

GAME = "You are playing a text game. Think briefly, then give exactly one action in each reply, in \\boxed{}."
TOOL_USE = """You complete a user's task with tools. To call tools, write one or more elements of the form
<tool_call>{"name": "...", "arguments": {...}}</tool_call>
When everything is done, and only then, finish with <answer>...</answer>. The tools:
"""


class SpadeConfig(vf.TasksetConfig):
    """Which rows there are, under ``--env.taskset.*``."""

    seeds: int = 4
    """Instances of each environment."""
    first_seed: int = 0
    """Seed of the first instance; the others follow. Keep evaluation and training apart with it."""
    kind: Literal["game", "tool_use"] | None = None
    """Only environments of this kind."""
    skill: str | None = None
    """Only environments with this skill."""
    hint: bool = False
    """Whether the program's privileged help is part of the prompt."""


class SpadeData(vf.TaskData):
    """One row: an id of the manifest and an instance seed."""

    environment: str
    seed: int


class SpadeTask(vf.Task[SpadeData]):
    """A row; the environment scores it, because the episode knows its return."""


class SpadePlayers(vf.EnvConfig):
    """Who plays: a chat without tools of its own, because the environment parses what the model writes."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class SpadeEnv(vf.Env[SpadePlayers]):
    """Plays a row with ``spade_env.Episode``. The reward ``episode_return`` is the episode's return: the last
    reward clipped to [-1, 1] if the program ended it, else 0. A program that breaks fails the episode, so
    that no reward is recorded."""

    async def run(self, task: SpadeTask, agents: vf.Agents) -> None:
        episode = Episode(load_program(task.data.environment), task.data.seed)
        try:
            async with agents.player.interaction(task) as interaction:
                segment = await interaction.turn()
                while not segment.terminated:
                    episode.act(segment.last_reply)
                    if episode.done:
                        break
                    segment = await interaction.turn(episode.observation)
                if not interaction.trace.errors:
                    episode.truncate_agent()
                _record(interaction.trace, episode)
        finally:
            episode.close()


def _record(trace: vf.Trace, episode: Episode) -> None:
    trace.info["episode"] = episode.transcript()
    if episode.fault:
        raise RuntimeError(f"the environment program broke ({episode.fault}); this play is void")
    if episode.ret is None:  # the model could not be asked, which the trace says
        return
    trace.record_reward("episode_return", episode.ret)
    trace.record_metric("won", float(episode.outcome == "won"))


class SpadeTaskset(vf.Taskset[SpadeTask, SpadeConfig]):
    """Every selected environment with each seed: all environments of the first seed, then of the next."""

    def load(self) -> Iterator[SpadeTask]:
        config = self.config
        chosen = [
            name
            for name, entry in entries().items()
            if config.kind in (None, entry["kind"]) and config.skill in (None, entry["skill"])
        ]
        for seed in range(config.first_seed, config.first_seed + config.seeds):
            for environment in chosen:
                yield SpadeTask(_row(environment, seed, config.hint), config.task)


def _row(environment: str, seed: int, hint: bool) -> SpadeData:
    """The row's prompt is the instance's first observation, so the program runs here already."""
    episode = Episode(load_program(environment), seed)
    system = TOOL_USE + _tools(episode.tools()) if episode.program.kind == "tool_use" else GAME
    help_text = episode.hint() if hint else None
    prompt = episode.first_observation + (f"\nHint: {help_text}" if help_text else "")
    episode.close()
    name = f"{environment}#{seed}"
    return SpadeData(name=name, prompt=prompt, system_prompt=system, environment=environment, seed=seed)


def _tools(tools: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(tool["function"], ensure_ascii=False) for tool in tools)


def load_environment(**options: Any) -> vf.Env:
    """This package's environment, ready to serve. ``options`` are fields of :class:`SpadeConfig`."""
    taskset = {"id": (__package__ or "").replace("_", "-"), **options}
    return vf.load_environment(vf.resolve_env_config({"taskset": taskset}))
