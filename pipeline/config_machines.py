"""The options that say where a run's parts live: endpoints, clusters, and what a plan assumes of a card."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from pipeline.config_base import Count, NonNegative, Positive, Section, Share, Whole


class EndpointSection(Section):
    """The endpoint of ``sampler.engine = openai`` (``sampler/openai_engine.py``)."""

    base_url: str = ""
    """Up to and with the version, e.g. ``http://127.0.0.1:8000/v1``."""
    model: str = ""
    """The model's name at the endpoint."""
    api: Literal["messages", "tokens"] = "messages"
    """``tokens``: prompts go out as token ids of the tokenizer at ``model.path``, which the endpoint must
    answer in kind (vLLM's completions); ``messages``: chat completions, text both ways."""
    api_key_env: str = ""
    """Name of the environment variable that holds the key; empty for an endpoint that asks for none."""
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """What chat completions call the longest reply."""
    send_thinking: bool = False
    """Send ``chat_template_kwargs.enable_thinking`` with messages (vLLM, SGLang, llama.cpp know it)."""
    concurrency: Count = 16
    """Requests in flight."""
    requests_per_minute: Whole = 0
    tokens_per_minute: Whole = 0
    """Limits to keep to, a request counted with its prompt and its longest reply; 0: none."""
    timeout_s: Positive = 600.0
    """Longest wait for one reply."""
    retries: Whole = 6
    """Further tries of a request that met 408, 409, 429, 5xx, a time limit or a damaged reply."""
    price_in: NonNegative = 0.0
    price_out: NonNegative = 0.0
    """Price of a million tokens in prompts and replies, in whatever currency; the cost is logged."""

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, given: str) -> str:
        if given and not given.startswith(("http://", "https://")):
            raise ValueError(f"an address that starts with http:// or https://, not '{given}'")
        if "@" in given or "?" in given:
            raise ValueError("an address without user, password or query: keys go in endpoint.api_key_env")
        return given.rstrip("/")


class DistributedSection(Section):
    """Where the parts of a run live (``distributed.py``). Placement changes no result beyond float noise, so
    it is no part of a run's identity, and ``--resume`` may change it."""

    learner_ranks: Whole = 0
    """Processes that share the learner (FSDP2); 0 or 1: it runs in this process."""
    sampler_replicas: Whole = 0
    """Processes that each hold a sampler; 0: it runs in this process."""
    sandbox_nodes: Whole = 0
    """Processes, spread over machines, that each run a sandbox; 0: it runs in this process."""
    address: str = ""
    """Ray cluster to join (``auto`` or ``host:port``); empty: Ray is started here, for this run alone."""
    host: str = "127.0.0.1"
    """Address of this machine that a Ray started here listens at; other machines see it only if it is not
    the loopback address."""
    learner_cpus: Count = 1
    learner_gpus: NonNegative = 0.0
    """Processors and GPUs reserved per learner rank; a rank with a GPU computes on it."""
    sampler_cpus: Count = 1
    sampler_gpus: NonNegative = 0.0
    """Processors and GPUs reserved per sampler replica."""
    sandbox_cpus: Count = 1
    """Processors reserved per sandbox node."""
    start_s: Positive = 600.0
    """Longest wait for the cluster to place and start what was asked for."""
    restarts: Whole = 3
    """Times a lost process is started again before a step must be complete; then the run fails."""

    @property
    def active(self) -> bool:
        """Whether anything runs in processes of its own."""
        return self.learner_ranks > 1 or self.sampler_replicas > 0 or self.sandbox_nodes > 0


class EstimateSection(Section):
    """What ``--dry-run`` takes a GPU to be (``estimate.py``); nothing else reads it."""

    gpu_memory_gb: Positive = 80.0
    gpu_tflops: Positive = 989.0
    """Dense bfloat16 peak; the default is an H100 SXM's."""
    gpu_bandwidth_gb: Positive = 3350.0
    """Memory bandwidth, GB/s."""
    train_share: Share = 0.35
    """Share of the peak that training is taken to reach."""
    decode_share: Share = 0.5
    """Share of the bandwidth that decoding is taken to reach."""
    fill: Share = 0.25
    """Share of the longest replies, and of the turns, that is taken to be used."""
