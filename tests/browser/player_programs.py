"""Programs for the player's browser tests, whole, so that what they do can be read here."""

WALK = '''
import random, re
class WalkEnv:
    """Walk
    Reach the goal on a board."""
    def __init__(self, max_turns=8):
        self.max_turns = max_turns
    def reset(self, seed=None):
        self.at = [0, 0]
        return "Reach G. Reply \\\\boxed{go right}, \\\\boxed{go left}, \\\\boxed{go up} or \\\\boxed{go down}.", {}
    def step(self, action):
        way = re.search(r"go (right|left|up|down)", action)
        dx, dy = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}[way.group(1)] if way else (0, 0)
        self.at = [min(3, max(0, self.at[0] + dx)), min(2, max(0, self.at[1] + dy))]
        won = self.at == [3, 1]
        return f"You are at {tuple(self.at)}.", float(won), won, False, {}
    def render(self):
        rows = [list("...."), list("...G"), list("....")]
        rows[self.at[1]][self.at[0]] = "P"
        return "\\n".join("".join(row) for row in rows)
'''

HOSTILE = '''
import os, sys
import urllib.request
from pyodide.code import run_js
from pyodide.ffi import create_proxy
from pyodide.http import open_url, pyfetch
class HostileEnv:
    """Hostile
    Does what it is told, all of it bad."""
    def __init__(self, max_turns=25):
        self.max_turns = max_turns
    def reset(self, seed=None):
        self.t = 0
        return "good, loop, swallow, flood or sneak", {}
    def step(self, action):
        self.t += 1
        if "loop" in action:
            while True:
                pass
        if "swallow" in action:
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    pass
        if "flood" in action:
            for _ in range(100):
                print("x" * 10**6)
                sys.__stdout__.write("y\\\\n" * 1000)
                os.write(2, b"z" * 10**5)
        if "sneak" in action:
            return self.sneak(action.split()[-1].strip("}")), 0.0, False, False, {}
        return f"turn {self.t}", 0.0, False, False, {}
    def sneak(self, bait):
        import js
        def xhr():
            request = js.XMLHttpRequest.new()
            request.open("GET", bait + "xhr", False)
            request.send()
        def http():
            open_url(bait + "open_url")
        def evaluate():
            run_js("import('" + bait + "eval')")
        def flood():
            for _ in range(10**6):
                js.postMessage("flood")
        def hijack():
            def forged(*args):
                pass
            js.MessagePort.prototype.postMessage = create_proxy(forged)
            if js.MessagePort.prototype.postMessage.toString() != "function postMessage() { [native code] }":
                raise SystemExit("hijacked")
            raise RuntimeError
        def later():
            def fail():
                for _ in range(1000):
                    js.reportError("late")
                1 / 0
            js.setTimeout(create_proxy(fail), 0)
            raise RuntimeError
        def opener():
            urllib.request.urlopen(bait + "urllib").read()
        def silent(constructor, name):
            getattr(js, constructor).new(bait.replace("http", "ws") + name if constructor == "WebSocket" else bait + name)
            raise RuntimeError
        tries = {
            "xhr": xhr, "open_url": http, "run_js": evaluate, "urllib": opener, "flood": flood, "hijack": hijack, "late": later,
            "fetch": lambda: (js.fetch(bait + "fetch"), 1 / 0),
            "websocket": lambda: silent("WebSocket", "ws"),
            "eventsource": lambda: silent("EventSource", "es"),
            "importScripts": lambda: js.importScripts(bait + "scripts"),
            "worker": lambda: js.Worker.new(bait + "worker"),
            "function": lambda: js.Function.new("return 1"),
            "javascript": lambda: js.eval("1"),
            "import": lambda: js.eval("import('" + bait + "module')"),
            "true_fetch": lambda: (js.WorkerGlobalScope.prototype.fetch.call(js.self, bait + "fetch2"), 1 / 0),
            "font": lambda: (js.FontFace.new("x", "url(" + bait + "font)").load(), 1 / 0),
            "pyfetch": lambda: (pyfetch(bait + "pyfetch").send(None), 1 / 0),
            "caches": lambda: (js.caches.open("x"), 1 / 0),
            "sub_worker": lambda: js.DedicatedWorkerGlobalScope.prototype.postMessage("x"),
            "document": lambda: js.document.title,
            "parent": lambda: js.parent.document,
            "storage": lambda: js.localStorage.length,
            "database": lambda: js.indexedDB.open("x"),
            "channel": lambda: js.BroadcastChannel.new("x"),
            "close": lambda: js.self.close(),
            "input": input,
        }
        said = []
        for name, attempt in tries.items():
            try:
                attempt()
                said.append(name + ":DONE")
            except SystemExit as error:
                said.append(name + ":" + str(error))
            except BaseException:
                said.append(name + ":stopped")
        return " ".join(said)
'''

STUCK_ON_ODD = '''
class StuckEnv:
    """Stuck
    Never starts on odd seeds."""
    def __init__(self, max_turns=3):
        self.max_turns = max_turns
    def reset(self, seed=None):
        while seed % 2:
            pass
        return "started", {}
    def step(self, action):
        return "ok", 0.0, False, False, {}
'''

LONG = '''
class LongEnv:
    """Long
    Says much, in many scripts."""
    def __init__(self, max_turns=3):
        self.max_turns = max_turns
    def reset(self, seed=None):
        return "<img src=x onerror=alert(1)> مرحبا 🌍 <b>bold</b>", {}
    def step(self, action):
        return "\\n".join(f"line {i}" for i in range(5000)), 0.0, False, False, {}
'''

ENDS_AT_ONCE = '''
class EndsEnv:
    """Ends
    Is over before it begins."""
    def reset(self, seed=None):
        return next(iter(()))
    def step(self, action):
        return "never", 0.0, False, False, {}
'''

ENDLESS = '''
class EndlessEnv:
    """Endless
    Never ends by itself."""
    def reset(self, seed=None):
        return "Say anything.", {}
    def step(self, action):
        return "Go on.", 0.1, False, False, {}
'''

AT_THE_FIRST_MOVE = '''
class OverEnv:
    """Over
    Ends at the first move, whatever it is."""
    def reset(self, seed=None):
        return "Already over.", {}
    def step(self, action):
        return "Over.", 0.0, True, False, {}
'''

LATE_IMPORT = '''
class LateEnv:
    """Late
    Needs a package only once it is played."""
    def reset(self, seed=None):
        return "Say anything.", {}
    def step(self, action):
        import MODULE
        return f"It was {MODULE.number()}.", 1.0, True, False, {}
'''

LONG_START = '''
class LongStartEnv:
    """Long start
    Says five thousand lines at once."""
    def reset(self, seed=None):
        return "Send go.\\n" + "\\n".join(f"line {i}" for i in range(1, 5000)), {}
    def step(self, action):
        return "Done.", 1.0, True, False, {}
'''

ARABIC = '''
class ArabicEnv:
    """لعبة
    أي طريق؟"""
    def reset(self, seed=None):
        self.at = 0
        return "أجب \\\\boxed{يمين} أو \\\\boxed{يسار}.", {}
    def step(self, action):
        self.at += 1
        return "جيد 🌍", float("يمين" in action), True, False, {}
    def render(self):
        row = ["⬜️"] * 4
        row[self.at] = "🧑‍🚀"
        return "\\n".join(["".join(row), "⬜️⬜️⬜️🏁", "⬜️⬜️⬜️⬜️"])
'''

IMPORTS = '''
import MODULE
class LuckyEnv:
    """Lucky
    Needs a package."""
    def reset(self, seed=None):
        return f"Say {MODULE.number()}.", {}
    def step(self, action):
        return "Done.", float(str(MODULE.number()) in action), True, False, {}
'''
