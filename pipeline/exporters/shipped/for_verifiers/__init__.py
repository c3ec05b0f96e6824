"""Text environments for verifiers (API ``verifiers.v1``): a taskset, and what plays its rows."""

from .taskset import SpadeEnv, SpadeTaskset, load_environment

__all__ = ["SpadeEnv", "SpadeTaskset", "load_environment"]
