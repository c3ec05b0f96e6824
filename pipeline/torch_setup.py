"""How torch computes here: what float results depend on, and what makes them fast on few cores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

_PRODUCTS: Any = torch.backends.mkldnn.matmul  # type: ignore[attr-defined]


def configure_torch(threads: int, seed: int, *, onednn: bool = False) -> None:
    """Fix thread count, seed and kernels, on which float results depend.

    ``onednn`` has that library compute float32 matrix products (``run.onednn``).
    """
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    _PRODUCTS.fp32_precision = "bf16" if onednn else "none"
    # Filling fresh memory costs time and matters only to code that reads what it never wrote.
    torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]


@contextmanager
def usual_products() -> Iterator[None]:
    """Matrix products as without ``onednn``: it copies operands with gaps, so small batched products of
    parts of a cache are slower there."""
    chosen = _PRODUCTS.fp32_precision
    _PRODUCTS.fp32_precision = "ieee"
    try:
        yield
    finally:
        _PRODUCTS.fp32_precision = chosen
