"""Text environments for Gymnasium: importing this package registers each as ``spade/<id>``.

``gymnasium.make("<package>:spade/<id>")`` imports it on the way.
"""

from gymnasium.envs.registration import register, registry

from .catalog import entries, load_program, manifest

NAMESPACE = "spade"


def register_envs() -> None:
    """Register every environment of the manifest that this package has not registered yet."""
    entry_point = f"{__package__}.env:SpadeEnv"
    for environment in entries():
        name = f"{NAMESPACE}/{environment}"
        if name not in registry or registry[name].entry_point != entry_point:
            register(id=name, entry_point=entry_point, kwargs={"environment": environment})


register_envs()

__all__ = ["NAMESPACE", "entries", "load_program", "manifest", "register_envs"]
