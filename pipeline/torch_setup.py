"""How torch computes here: what float results depend on, and what makes them fast on few cores."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4
"""Parameters of ``mallopt`` (malloc.h)."""
_PRODUCTS: Any = torch.backends.mkldnn.matmul  # type: ignore[attr-defined]


def configure_torch(threads: int, seed: int, *, onednn: bool = False) -> None:
    """Fix thread count, seed and kernels, on which float results depend, and reuse memory.

    ``onednn`` has that library compute float32 matrix products (``run.onednn``).
    """
    keep_freed_memory()
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


def keep_freed_memory() -> None:
    """Have the C library keep what is freed for the next tensor, where it is glibc.

    It otherwise gives large blocks back and asks for new ones, whose pages the kernel clears one fault at a
    time: caches of keys and values are so large that this takes a quarter of the time of playing.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):  # another C library
        return
    mallopt(M_MMAP_MAX, 0)
    mallopt(M_TRIM_THRESHOLD, 2**31 - 1)
