"""Sampling with vLLM, on GPUs or, with the build for processors, on none. The only file that touches vLLM.

The engine runs in the process that made it: a learner beside it hands over tensors, not copies of them, and a
replica (``distributed_sampler``) is a process with one engine in it.

* **Publishing** goes by vLLM's weight transfer, through a receiver registered here. Versions whose transfer
  has other phases reload the same tensors by the worker's own method; older ones are refused.
* **Tied embeddings.** vLLM may keep a packed copy of the output head, which a new embedding does not reach.
  So no head is tied here: head and embedding are two weights, each sent and each checked to have arrived.
* **LoRA.** Weights that carry an adapter are published as that: the adapter is replaced in place, the base
  stays.
* **Sleep** gives the card to the learner: weights wait in host memory, keys and values are dropped. The build
  for processors has no sleep.

On a GPU the weights are bfloat16, elsewhere float32.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from pipeline.sampler import Adapter, Completion, SamplerError, SamplerStats, SamplingParams, check_prompts
from pipeline.sampler.weights import (
    checkpoint_weights,
    describe_model,
    experts_apart,
    in_chunks,
    untied,
    write_adapter,
)

for _name, _value in {  # vLLM reads these when it is imported, or when an engine is made
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",  # the engine lives in this process
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_LOGGING_LEVEL": "ERROR",
}.items():
    os.environ.setdefault(_name, _value)

import vllm  # noqa: E402
from vllm import LLM  # noqa: E402
from vllm.lora.request import LoRARequest  # noqa: E402
from vllm.platforms import current_platform  # noqa: E402

try:
    from vllm.config import WeightTransferConfig
    from vllm.distributed.weight_transfer import (
        WeightTransferEngine,
        WeightTransferEngineFactory,
        WeightTransferTrainerFactory,
    )
    from vllm.distributed.weight_transfer.base import WeightTransferInitInfo, WeightTransferUpdateInfo
    from vllm.model_executor.model_loader.reload import (
        finalize_layerwise_reload,
        initialize_layerwise_reload,
    )

    TRANSFER = hasattr(LLM, "finish_weight_update") and hasattr(WeightTransferTrainerFactory, "trainer_init")
    """Whether this vLLM transfers weights in the phases of :class:`Receiver` (0.28 and on)."""
except ImportError:
    TRANSFER = False

BACKEND = "spade"
CPU_CACHE_BYTES = 1 << 30
"""Keys and values without a GPU."""
CPU_BATCH_TOKENS = 4096
"""Tokens per pass without a GPU, or the longest prompt if that is longer."""
LORA_RANKS = (1, 8, 16, 32, 64, 128, 256, 320, 512)
"""Room for an adapter comes in these ranks."""
SEED_BITS = 63

if TRANSFER:

    @dataclass
    class _Greeting(WeightTransferInitInfo):
        """Nothing has to be agreed on."""

    @dataclass
    class _Chunk(WeightTransferUpdateInfo):
        weights: list[tuple[str, Tensor]]

    class Receiver(WeightTransferEngine):
        """The end of the transfer inside a worker. A weight of the model that a transfer did not bring is a
        ``RuntimeError``: left alone it would be a weight of an earlier version."""

        init_info_cls = _Greeting
        update_info_cls = _Chunk

        def init_transfer_engine(self, init_info: _Greeting) -> None: ...

        def start_weight_update(self) -> None:
            self._missing = {name.replace(".base_layer.", ".") for name, _ in self.model.named_parameters()}
            self._missing -= {name for name in self._missing if ".lora_" in name}
            initialize_layerwise_reload(self.model)

        def update_weights(self, update_info: dict[str, Any]) -> None:
            self.receive_weights(self.parse_update_info(update_info))
            if self.device.type != "cpu":
                torch.accelerator.synchronize()

        def receive_weights(self, update_info: _Chunk) -> None:
            self._missing -= self.model.load_weights(iter(update_info.weights)) or set()

        def finish_weight_update(self) -> None:
            finalize_layerwise_reload(self.model, self.model_config)
            if self._missing:
                names = ", ".join(sorted(self._missing)[:3])
                raise RuntimeError(f"{len(self._missing)} weights of vLLM's model were not sent ({names})")

        def shutdown(self) -> None: ...

    WeightTransferEngineFactory.register_engine(BACKEND, Receiver)


class Extension:
    """Named to worker processes so that they import this file, and with it the receiver."""


class VLLMEngine:
    """A :class:`pipeline.sampler.Sampler` on vLLM, with the weights of a model directory to begin with.

    ``memory_share`` is the share of the card that weights, keys and values may take; ``lora_rank`` the
    largest rank of adapters it may be given, 0 for none; ``gpus`` the number of GPUs that share the model.
    Raises :class:`pipeline.sampler.SamplerError` when vLLM cannot hold or start the model.
    """

    def __init__(
        self,
        model_dir: Path,
        *,
        max_rows: int = 256,
        memory_share: float = 0.9,
        lora_rank: int = 0,
        gpus: int = 1,
        version: int = 0,
    ):
        self.version = version
        self.stats = SamplerStats()
        self._on_cpu = current_platform.is_cpu()
        self._asleep = False
        self.context, self._shapes = describe_model(model_dir)
        if self._on_cpu and any(".experts." in name for name in self._shapes):
            raise SamplerError(
                f"model.path: {model_dir} has experts, and without a GPU vLLM computes wrongly once their "
                "weights are replaced"
            )
        self._lora: LoRARequest | None = None
        self._own_base = True
        self._adapters = tempfile.TemporaryDirectory(prefix="adapter-") if lora_rank else None
        options = self._options(max_rows, memory_share, lora_rank, gpus)
        with _vllm_at_work(f"start with {model_dir}"):
            self._llm = LLM(model=str(model_dir), **options)
            if TRANSFER:
                self._llm.init_weight_transfer_engine({"init_info": {}})
            self._send(checkpoint_weights(model_dir))

    def notes(self) -> list[str]:
        """What a reader of the log has to know about this engine."""
        how = "weight transfer" if TRANSFER else "reloading"
        where = "processors, float32, no sleep" if self._on_cpu else "GPU, bfloat16"
        return [f"sampler: vLLM {vllm.__version__} ({where}), weights by {how}"]

    def generate(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        """One completion per prompt, in order; see :class:`pipeline.sampler.Sampler`."""
        check_prompts(prompts, seeds, self.context)
        self.wake()
        started = time.perf_counter()
        each = [
            self._sampling(params, len(prompt), seed=seed % 2**SEED_BITS, logprobs=0)
            for prompt, seed in zip(prompts, seeds, strict=True)
        ]
        found = [self._completion(output) for output in self._run(prompts, each)]
        self.stats.prompt_tokens += sum(map(len, prompts))
        self.stats.sampled_tokens += sum(len(completion.ids) for completion in found)
        self.stats.seconds += time.perf_counter() - started
        return found

    def generate_bare(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams
    ) -> list[tuple[int, ...]]:
        """Ids of what vLLM samples when asked for nothing else: no seeds, no log-probs. The measure of what
        the seam costs."""
        check_prompts(prompts, [0] * len(prompts), self.context)
        self.wake()
        outputs = self._run(prompts, [self._sampling(params, len(prompt)) for prompt in prompts])
        return [tuple(output.token_ids) for output in outputs]

    def publish(self, weights: nn.Module | Mapping[str, Tensor], version: int) -> None:
        """Put new weights in place of the old; an engine that sleeps wakes. Weights with an ``adapter`` put
        in the adapter alone, as long as the base is the model directory's.

        Raises ``ValueError`` if names or shapes differ from the model's, :class:`SamplerError` if vLLM does
        not take them.
        """
        state = weights.state_dict() if isinstance(weights, nn.Module) else weights
        adapter: Adapter | None = getattr(weights, "adapter", None)
        if self._adapters is None or not self._own_base:
            adapter = None
        if adapter is None:
            self._check_names(state)
        self._wake_up(["weights"])
        with _vllm_at_work(f"take the weights of version {version}"):
            if adapter is not None:
                self._replace_adapter(adapter)
            else:
                self._send(untied(state.items()))
                self._lora, self._own_base = None, False
            self._llm.reset_prefix_cache()
        self._wake_up(["kv_cache"])
        self._asleep = False
        self.version = version

    def sleep(self) -> None:
        """Move the weights to host memory and drop keys and values; nothing where there is no GPU."""
        if self._on_cpu or self._asleep:
            return
        with _vllm_at_work("sleep"):
            self._llm.sleep(level=1)
        self._asleep = True

    def wake(self) -> None:
        """Undo :meth:`sleep`."""
        self._wake_up(None)
        self._asleep = False

    def close(self) -> None:
        """Give everything back; the engine is of no more use."""
        from vllm.distributed import cleanup_dist_env_and_memory

        self._llm.llm_engine.engine_core.shutdown()
        del self._llm
        cleanup_dist_env_and_memory()
        if self._adapters is not None:
            self._adapters.cleanup()

    def _options(self, max_rows: int, memory_share: float, lora_rank: int, gpus: int) -> dict[str, Any]:
        options: dict[str, Any] = {
            "skip_tokenizer_init": True,
            "load_format": "dummy",  # no head is in the files of a tied model
            "hf_overrides": {"tie_word_embeddings": False},
            "generation_config": "vllm",
            "logprobs_mode": "processed_logprobs",  # of the softmax that is sampled from
            "max_model_len": self.context,
            "max_num_seqs": max_rows,
            "tensor_parallel_size": gpus,
        }
        if self._on_cpu:
            options |= {
                "dtype": "float32",
                "enforce_eager": True,
                "kv_cache_memory_bytes": CPU_CACHE_BYTES,
                "enable_chunked_prefill": False,  # seeds do not survive a prompt in pieces there
                "max_num_batched_tokens": max(self.context, CPU_BATCH_TOKENS),
            }
        else:
            options |= {
                "dtype": "bfloat16",
                "enable_sleep_mode": True,
                "gpu_memory_utilization": memory_share,
            }
        if TRANSFER:
            options["weight_transfer_config"] = WeightTransferConfig(backend=BACKEND)
        if gpus > 1:
            options["worker_extension_cls"] = f"{__name__}.{Extension.__name__}"
            options["distributed_executor_backend"] = "mp"  # also inside a Ray actor
        if lora_rank:
            room = next((rank for rank in LORA_RANKS if rank >= lora_rank), None)
            if room is None:
                raise SamplerError(f"learner.lora_rank is {lora_rank}, vLLM takes at most {LORA_RANKS[-1]}")
            options |= {"enable_lora": True, "max_loras": 1, "max_lora_rank": room}
        return options

    def _sampling(self, params: SamplingParams, length: int, **more: Any) -> Any:
        return vllm.SamplingParams(
            temperature=params.temperature,
            max_tokens=min(params.max_new_tokens, self.context - length),
            stop_token_ids=list(params.stop_ids),
            ignore_eos=True,  # a reply ends where the caller says
            detokenize=False,
            **more,
        )

    def _run(self, prompts: Sequence[Sequence[int]], params: list[Any]) -> list[Any]:
        """vLLM's outputs in the order of the prompts, one each."""
        requests = [{"prompt_token_ids": list(prompt)} for prompt in prompts]
        with _vllm_at_work("sample"):
            outputs = self._llm.generate(requests, params, use_tqdm=False, lora_request=self._lora)
        return [output.outputs[0] for output in outputs]

    def _completion(self, output: Any) -> Completion:
        ids = tuple(output.token_ids)
        return Completion(
            ids=ids,
            logprobs=tuple(entry[token].logprob for token, entry in zip(ids, output.logprobs, strict=True)),
            finish_reason="length" if output.finish_reason == "length" else "stop",
            policy_version=self.version,
        )

    def _check_names(self, state: Mapping[str, Tensor]) -> None:
        if set(state) != set(self._shapes):
            raise ValueError("published weights differ in names from the sampler's model")
        if any(tuple(tensor.shape) != self._shapes[name] for name, tensor in state.items()):
            raise ValueError("published weights differ in shapes from the sampler's model")

    def _send(self, weights: Iterable[tuple[str, Tensor]]) -> None:
        """Replace every weight; ``weights`` are named as in files of the model family, the head included."""
        chunks = in_chunks(experts_apart(weights))
        if not TRANSFER:
            everything = [item for chunk in chunks for item in chunk]
            self._llm.collective_rpc("reload_weights", kwargs={"weights_iterator": everything})
            return
        self._llm.start_weight_update()
        for chunk in chunks:
            self._llm.update_weights({"update_info": {"weights": chunk}})
        self._llm.finish_weight_update()

    def _replace_adapter(self, adapter: Adapter) -> None:
        assert self._adapters is not None
        directory = Path(self._adapters.name)
        write_adapter(adapter, directory)
        request = {"lora_name": "policy", "lora_int_id": 1, "lora_path": str(directory)}
        self._llm.llm_engine.add_lora(LoRARequest(**request, load_inplace=True))
        self._lora = LoRARequest(**request)

    def _wake_up(self, tags: list[str] | None) -> None:
        if self._asleep:
            torch.cuda.empty_cache()  # what the learner let go of is the card's again
            with _vllm_at_work("wake up"):
                self._llm.wake_up(tags)


@contextmanager
def _vllm_at_work(doing: str) -> Iterator[None]:
    """vLLM's kernels are not all deterministic ones, which the learner insists on; what vLLM raises becomes
    one sentence."""
    strict = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(False)
    try:
        yield
    except (RuntimeError, ValueError, KeyError, AssertionError) as error:
        reason = next((line.strip() for line in str(error).splitlines() if line.strip()), "no reason given")
        raise SamplerError(f"vLLM {vllm.__version__} could not {doing} ({reason})") from error
    finally:
        torch.use_deterministic_algorithms(strict)


__all__ = ["TRANSFER", "VLLMEngine"]
