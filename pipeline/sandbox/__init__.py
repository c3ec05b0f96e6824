"""Run untrusted environment programs: `with Sandbox() as sb: play = sb.open(source, seed).play()`.

`limits` holds the walls, `zygote` the trusted forker, `worker` what runs inside, `client`
and what it imports the parent's side.
"""

from .client import Sandbox, Worker
from .instance import Instance, Play
from .limits import Limits
from .process import SandboxError

__all__ = ["Instance", "Limits", "Play", "Sandbox", "SandboxError", "Worker"]
