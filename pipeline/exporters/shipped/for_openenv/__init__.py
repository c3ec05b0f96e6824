"""Text environments for OpenEnv: a server, and the client that plays on it."""

from .client import SpadeEnv
from .models import SpadeAction, SpadeObservation, SpadeState

__all__ = ["SpadeAction", "SpadeEnv", "SpadeObservation", "SpadeState"]
