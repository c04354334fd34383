"""Adds up gcovr's summary by part: tools/coverage_report.py SUMMARY"""
import json
import sys

# Part, its files by prefix, its goal in percent of branches.
PARTS = [
    ("base", ("src/base/",), 95),
    ("engine", ("src/engine/game.c", "src/engine/message.c", "src/engine/registry.c"), 95),
    ("room", ("src/room/",), 95),
    ("codecs", tuple(f"src/net/{name}.c" for name in ("http", "http_text", "websocket", "address", "out",
                                                      "wheel")), 95),
    ("server core", tuple(f"src/server/{name}" for name in (
        "room_loop.c", "rooms.c", "clients.c", "frames.c", "bots.c", "limits.c", "table.c", "server.c",
        "socket.c", "identity.c", "api")), 85),
    ("store", ("src/store/",), 85),
    ("games", ("src/engine/games/",), 90),
]


def share(files, kind):
    covered = sum(file[f"{kind}_covered"] for file in files)
    total = sum(file[f"{kind}_total"] for file in files)
    return 100 * covered / total if total else 100.0


def main():
    with open(sys.argv[1], encoding="utf-8") as summary:
        files = json.load(summary)["files"]
    missed = 0
    for name, prefixes, goal in PARTS:
        own = [file for file in files if file["filename"].startswith(prefixes)]
        branches = share(own, "branch")
        missed += branches < goal
        print(f"{name}: {branches:.1f} % of branches (goal {goal} %), {share(own, 'line'):.1f} % of lines")
        for file in sorted(own, key=lambda file: file["filename"]):
            part = share([file], "branch")
            if part < goal:
                count = f"{file['branch_covered']} of {file['branch_total']}"
                print(f"    {file['filename']}: {part:.1f} % ({count})")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
