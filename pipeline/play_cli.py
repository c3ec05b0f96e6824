"""The command line of `python -m pipeline.play`: one episode of one program, in the sandbox.

    python -m pipeline.play FILE.py --seed 0 --actions FILE.json    replies from a JSON list, transcript on
    stdout python -m pipeline.play FILE.py --seed 0 --policy random        a random agent, transcript on
    stdout python -m pipeline.play FILE.py --seed 0                        play it yourself in the terminal

Exit 0 when an episode was played, whatever its outcome (a broken program gives a void episode, and says why
on stderr); 2 when the program, the actions, an option or the sandbox cannot be used.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from spade_env import protocols
from spade_env.actions import RandomAgent
from spade_env.offers import offers

from pipeline.sandbox import Instance, Play, Sandbox, SandboxError
from pipeline.validator import read_program

HELP = """What you type is your reply. Tab completes a move, arrow up brings back a line. Commands:
  /hint      the program's help for this instance      /tools     the tools, for a tool-use environment
  /undo      take the last turn back                   /call NAME {"argument": value}    call a tool
  /history   your turns so far                         /moves     moves found in the text
  /restart   the same instance again                   /answer TEXT                      finish a tool task
  /seed N    another instance                          /give-up   show a winning line
  /help      this text                                 /quit      leave (also Ctrl-D)"""

COMMANDS = tuple(sorted(set(re.findall(r"/[a-z-]+", HELP))))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; see the module's text for what it does and its exit codes."""
    options = _parser().parse_args(argv)
    try:
        source = read_program(options.file)
        replies = None if options.actions is None else read_actions(options.actions)
        if replies is None and options.policy == "interactive" and not sys.stdin.isatty():
            raise ValueError("stdin is not a terminal; give --actions FILE.json or --policy random")
        with Sandbox(level=options.sandbox) as sandbox:
            if replies is None and options.policy == "interactive":
                _play_at_terminal(sandbox, source, options.seed)
            else:
                transcript = _play_alone(sandbox, source, options.seed, replies)
                print(json.dumps(transcript, ensure_ascii=False, indent=1))
    except (ValueError, SandboxError) as error:
        print(f"pipeline.play: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pipeline.play", description="Play one episode of one program.")
    parser.add_argument("file", help="the environment, one Python file")
    parser.add_argument("--seed", type=int, default=0, help="which instance (default 0)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--actions", metavar="FILE.json", help="a JSON list of replies, as an agent writes them")
    how.add_argument("--policy", choices=("interactive", "random"), default="interactive", help="who plays")
    parser.add_argument("--sandbox", choices=("auto", "none"), default="auto", help="none: trust the program")
    return parser


def read_actions(path: str) -> list[str]:
    """The replies in a JSON file. Raises ValueError with one sentence when it is not a list of strings."""
    try:
        data: Any = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}; expected a JSON list of replies") from error
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {error}; expected a list of replies") from error
    if not isinstance(data, list) or not all(isinstance(reply, str) for reply in data):
        raise ValueError(f"{path} must hold a JSON list of strings, each one reply")
    return data


def _play_alone(sandbox: Sandbox, source: str, seed: int, replies: list[str] | None) -> dict[str, Any]:
    """An episode of the given replies, or of a random agent; its transcript."""
    print(sandbox.banner, file=sys.stderr)
    with sandbox.open(source, seed) as instance:
        if instance.fault:
            print(_why_void(instance), file=sys.stderr)
        play = instance.play()
        if replies is None:
            _play_randomly(instance, play, seed)
        else:
            for reply in replies:
                play.act(reply)
        return play.transcript()


def _play_randomly(instance: Instance, play: Play, seed: int) -> None:
    agent = RandomAgent(seed, instance.tools)
    shown = [play.observation]
    while not play.done:
        try:
            reply = agent.reply(shown)
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"the program's tool schemas are malformed: {type(error).__name__}") from error
        play.act(reply)
        shown.append(play.observation)


def _why_void(instance: Instance) -> str:
    error = instance.load_error
    if error is None:
        return f"the program broke in reset: {instance.fault}"
    where = f" (line {error['line']})" if error["line"] else ""
    return f"the program did not load: {error['reason']}{where}"


def _play_at_terminal(sandbox: Sandbox, source: str, seed: int) -> None:
    """Play with line editing, input history and completion. Raises ValueError without prompt_toolkit."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import DynamicCompleter, WordCompleter
    except ImportError as error:
        raise ValueError("interactive play needs prompt_toolkit (pip install prompt_toolkit)") from error
    completer = DynamicCompleter(lambda: WordCompleter([*terminal.moves, *COMMANDS], sentence=True))
    session: PromptSession[str] = PromptSession(completer=completer, complete_while_typing=False)
    terminal = Terminal(sandbox, source, seed, session.prompt, print)
    terminal.run()


class Terminal:
    """A person plays: reads a line, plays it, shows what came of it. Undo replays the turns before.

    `read(prompt)` returns a line and raises EOFError or KeyboardInterrupt to leave; `write(text)` shows text.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        source: str,
        seed: int,
        read: Callable[[str], str],
        write: Callable[[str], object],
    ) -> None:
        self._sandbox, self._source = sandbox, source
        self._read, self._write = read, write
        self._replies: list[str] = []
        self._instance, self._play = self._open(seed)

    def run(self) -> None:
        """Until the person leaves."""
        self._write(f"{self._sandbox.banner}\n{HELP}\n")
        self._introduce()
        try:
            while True:
                line = self._read(self._prompt()).strip()
                if line in ("/quit", "/q"):
                    break
                if line:
                    self._obey(line)
        except (EOFError, KeyboardInterrupt):
            pass
        self._instance.close()

    def _open(self, seed: int) -> tuple[Instance, Play]:
        instance = self._sandbox.open(self._source, seed)
        if instance.fault:
            raise ValueError(_why_void(instance))
        return instance, instance.play()

    def _prompt(self) -> str:
        return "over> " if self._play.done else f"turn {self._play.turn + 1}/{self._instance.turn_limit}> "

    def _obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "/help": lambda _: self._show(HELP),
            "/hint": lambda _: self._show(self._instance.hint or "This environment offers no hint."),
            "/undo": lambda _: self._replay(self._replies[:-1]),
            "/history": lambda _: self._show_history(),
            "/moves": lambda _: self._show(", ".join(self.moves) or "The text names no moves."),
            "/restart": lambda _: self._replay([]),
            "/seed": self._new_seed,
            "/give-up": lambda _: self._show_solution(),
            "/tools": lambda _: self._show_tools(),
            "/call": self._call,
            "/answer": lambda text: self._act(f"<answer>{text}</answer>"),
        }
        if command in commands:
            commands[command](rest.strip())
        elif command.startswith("/"):
            self._show(f"There is no command {command}; /help lists them.")
        else:
            self._act(line if self._tool_use else protocols.as_reply(line))

    @property
    def _tool_use(self) -> bool:
        return self._instance.program_info.get("kind") == "tool_use"

    def _act(self, reply: str) -> None:
        if self._play.done:
            self._show("The episode is over: /undo, /restart, /seed N or /quit.")
            return
        self._play.act(reply)
        self._replies.append(reply)
        self._report()

    def _replay(self, replies: list[str]) -> None:
        self._play.close()
        self._play, self._replies = self._instance.play(), []
        for reply in replies:
            self._play.act(reply)
            self._replies.append(reply)
        self._report()

    def _report(self) -> None:
        play = self._play
        self._show(play.observation)
        if play.done:
            value = "no return" if play.ret is None else f"return {play.ret:g}"
            why = f", {play.fault}" if play.fault else ""
            self._write(f"-- {play.outcome} after {play.turn} turns ({value}{why})")

    def _introduce(self) -> None:
        info = self._instance.program_info
        self._show(f"{info.get('title', '')}: {info.get('summary', '')} [instance {self._instance.seed}]")
        self._show(self._instance.first_observation)

    def _new_seed(self, text: str) -> None:
        if not re.fullmatch("-?[0-9]{1,18}", text):
            self._show("/seed expects a whole number, for example /seed 7")
            return
        try:
            opened = self._open(int(text))
        except ValueError as error:
            self._show(str(error))
            return
        self._instance.close()
        self._instance, self._play = opened
        self._replies = []
        self._introduce()

    @property
    def moves(self) -> tuple[str, ...]:
        """Whole replies, without their box, that the latest observation names."""
        if self._tool_use or self._play.done:
            return ()
        return offers(self._play.observation, self._instance.first_observation).moves

    def _show_history(self) -> None:
        turns = self._play.transcript()["steps"]
        lines = [f"{n}  {turn['action']}  ->  {turn['observation']}" for n, turn in enumerate(turns, 1)]
        self._show("\n".join(lines) or "No turns yet.")

    def _show_solution(self) -> None:
        solution = self._instance.solution
        self._show("\n".join(solution) if solution else "This environment offers no solution.")

    def _show_tools(self) -> None:
        for tool in self._instance.tools:
            self._show(json.dumps(tool.get("function", tool), ensure_ascii=False))
        if not self._instance.tools:
            self._show("This environment has no tools.")

    def _call(self, text: str) -> None:
        name, _, arguments = text.partition(" ")
        try:
            parsed = json.loads(arguments or "{}")
        except ValueError as error:
            self._show(f'/call expects NAME {{"argument": value}}; the arguments are not JSON: {error}')
            return
        self._act(protocols.call_text(name, parsed))

    def _show(self, text: str) -> None:
        """Program text may hold terminal control codes; they are shown, not obeyed."""
        self._write("".join(c if c.isprintable() or c in "\n\t" else "�" for c in text))


if __name__ == "__main__":
    sys.exit(main())
