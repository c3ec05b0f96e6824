"""The tokenizer of the small base model: byte-level BPE whose pieces a tiny transformer can copy.

What can be learned at this size is decided here:

* indentation is one token with its line break; every digit is a token of its own;
* letters that stand apart stay apart (``k r o``), so letter tasks are about letters;
* a word is the same token wherever it stands (`` pier``, ``\\boxed{pier}``, ``"pier"``), because the space
  before it is a token of its own. Only frequent function words also exist with their space, added as
  late merges after training, so that prose stays short.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

SPECIAL_TOKENS = ("<|pad|>", "<|system|>", "<|user|>", "<|assistant|>", "<|tool|>", "<|end|>")
CHAT_TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
_WORD = r"self\.|__[a-z]+__|[a-z]+(?:_[a-z]+)+|[A-Z]?[a-z]+|[A-Z]+"
_REST = r"\n *|\d| ?[^\sA-Za-z\d]+ ?|\s"
_SPACE = "Ġ"
"""How byte-level BPE writes a space."""


def train_tokenizer(
    texts: Sequence[str],
    *,
    vocabulary: int = 2048,
    spaced_words: int = 160,
    apart: Collection[str] = (),
    context: int = 2048,
) -> PreTrainedTokenizerFast:
    """Train on ``texts``; at most ``vocabulary`` tokens, of which up to ``spaced_words`` are words with
    their leading space. Words in ``apart`` (nouns that tasks ask to copy) never get such a twin, and
    neither does a token they begin with, so that they read the same after a space."""
    bare = Tokenizer(models.BPE())
    bare.pre_tokenizer = _pre_tokenizer(spaces_apart=True)
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary - spaced_words,
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        min_frequency=3,
        show_progress=False,
    )
    bare.train_from_iterator(texts, trainer)
    return _wrap(_with_spaced_words(bare, _frequent_after_space(texts), spaced_words, apart), context)


def _with_spaced_words(
    bare: Tokenizer, ranked: Iterable[str], count: int, apart: Collection[str]
) -> Tokenizer:
    """The same BPE plus late merges (space, word) for the ``count`` first words that are whole tokens."""
    model = json.loads(bare.to_str())["model"]
    vocabulary: dict[str, int] = model["vocab"]
    merges = [tuple(merge) for merge in model["merges"]]
    apart = {word for whole in apart for word in (whole, bare.encode(whole).tokens[0])}
    for word in ranked:
        if count and word in vocabulary and word not in apart:
            vocabulary[_SPACE + word] = len(vocabulary)
            merges.append((_SPACE, word))
            count -= 1
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.pre_tokenizer = _pre_tokenizer(spaces_apart=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def _wrap(tokenizer: Tokenizer, context: int) -> PreTrainedTokenizerFast:
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token=SPECIAL_TOKENS[0],
        eos_token=SPECIAL_TOKENS[-1],
        additional_special_tokens=list(SPECIAL_TOKENS[1:-1]),
        chat_template=CHAT_TEMPLATE,
        model_max_length=context,
        clean_up_tokenization_spaces=False,
    )


def _pre_tokenizer(spaces_apart: bool) -> pre_tokenizers.PreTokenizer:
    words = f"(?:{_WORD})" if spaces_apart else f" ?(?:{_WORD})"
    split = pre_tokenizers.Split(Regex(f"{words}|{_REST}"), behavior="isolated")
    return pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def _frequent_after_space(texts: Iterable[str]) -> list[str]:
    """Words of two letters or more, and the letter ``a``, by how often a space precedes them."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(re.findall(r"(?<= )(?:[A-Za-z]{2,}|a)\b", text))
    return [word for word, _ in counts.most_common()]
