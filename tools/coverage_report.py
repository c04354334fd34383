"""Adds up what llvm-cov exports by part: tools/coverage_report.py [--gaps] EXPORT

A branch is one side of one condition; MC/DC asks of every condition in a decision that it alone has once
made the difference. Assertions are not counted: their other side ends the program. --gaps lists every branch
never taken, with its condition."""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Part, its files by prefix, its goal in percent of branches.
PARTS = [
    ("base", ("src/base/",), 95),
    ("engine", ("src/engine/game.c", "src/engine/message.c", "src/engine/play.c",
                "src/engine/registry.c"), 95),
    ("room", ("src/room/",), 95),
    ("codecs", tuple(f"src/net/{name}.c" for name in ("http", "http_text", "websocket", "address", "out",
                                                      "wheel")), 95),
    ("server core", tuple(f"src/server/{name}" for name in (
        "room_", "rooms.c", "retention.c", "heartbeat.c", "clients.c", "frames.c", "bots.c", "limits.c",
        "server.c", "ended.c",
        "socket.c", "identity.c", "api")), 85),
    ("store", ("src/store/",), 85),
    ("games", ("src/engine/games/",), 90),
]


class File:
    """One source file: its branches, and the conditions of its decisions."""

    def __init__(self, exported):
        path = pathlib.Path(exported["filename"])
        self.name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
        self.source = path.read_text(encoding="utf-8").splitlines()
        self.sides = {}  # (place, side) → times taken; a function in several programs is one
        for line, column, end_line, end, taken, not_taken, *_ in exported["branches"]:
            if self.source[line - 1][column - 1:].startswith(("assert(", "static_assert(")):
                continue
            for side, times in ((True, taken), (False, not_taken)):
                key = (line, column, end_line, end), side
                self.sides[key] = self.sides.get(key, 0) + times
        self.conditions = {}  # (place, index) → whether it alone made the difference
        for line, column, *_, shown in exported.get("mcdc_records", []):
            if self.source[line - 1][column - 1:].startswith("assert("):
                continue
            for index, made in enumerate(shown):
                key = line, column, index
                self.conditions[key] = self.conditions.get(key, False) or made
        self.lines = exported["summary"]["lines"]

    def gaps(self):
        for ((line, column, end_line, end), side), times in sorted(self.sides.items()):
            if times == 0:
                text = self.source[line - 1][column - 1:end - 1 if end_line == line else None]
                yield f"{self.name}:{line}: never {'true' if side else 'false'}: {text}"


def percent(done, total):
    return 100 * done / total if total else 100.0


def branches(files):
    taken = sum(times > 0 for file in files for times in file.sides.values())
    return taken, sum(len(file.sides) for file in files)


def report(name, own, goal, lists_gaps):
    """Prints a part; true if it reaches its goal."""
    taken, total = branches(own)
    made = sum(sum(file.conditions.values()) for file in own)
    decided = sum(len(file.conditions) for file in own)
    lines = percent(sum(file.lines["covered"] for file in own), sum(file.lines["count"] for file in own))
    share = percent(taken, total)
    print(f"{name}: {share:.1f} % of {total} branches (goal {goal} %), "
          f"{percent(made, decided):.1f} % MC/DC of {decided} conditions, {lines:.1f} % of lines")
    for file in own:
        some, of = branches([file])
        if percent(some, of) < goal:
            print(f"    {file.name}: {percent(some, of):.1f} % ({some} of {of})")
    for file in own if lists_gaps else []:
        for gap in file.gaps():
            print(f"    {gap}")
    return share >= goal


def main():
    lists_gaps = "--gaps" in sys.argv[1:]
    with open(sys.argv[-1], encoding="utf-8") as export:
        exported = json.load(export)["data"][0]["files"]
    files = sorted((File(one) for one in exported), key=lambda file: file.name)
    reached = [report(name, [file for file in files if file.name.startswith(prefixes)], goal, lists_gaps)
               for name, prefixes, goal in PARTS]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
