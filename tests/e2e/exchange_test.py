#!/usr/bin/env python3
"""docs/exchange.md shows a whole game with real messages. This plays it and compares; --write writes it.

Ids, codes, tokens, times and random bytes become words, so that every run gives the same text.
"""
import json
import pathlib
import re
import sys

from api_helpers import unlimited
from harness import main, own_tests
from players import Table

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/exchange.md"
INTRODUCTION = """# A whole game, message by message

Ana opens a table for Journeyman and Weather, Bob joins with the code, they play. Ana's program uses HTTP for
the beginning and the socket for the game; either would do for everything. Recorded by
`tests/e2e/exchange_test.py`, which fails where this page is no longer true. Ids, codes, tokens and times are
replaced by words; `…` stands for members left out here.
"""
WIDTH = 110

# What is shown of a long message: members by name, lists by their first elements.
STATE = {"phase": 1, "people": {"name": 1, "seat": 1, "side": 1}, "start": {"is_possible": 1, "problem": 1},
         "you": {"seat": 1, "is_host": 1, "actions": 4}, "game": {"phase": 1, "current_turn": 1,
         "available_actions": 9}, "outcome": 1}
VIEW = {"seq": 1, "state": STATE}
SHOWN = {"welcome": {}, "room_state": {"type": 1, "seq": 1, "events": 3, "state": STATE},
         "game_update": {"type": 1, "seq": 1, "events": 3, "game": STATE["game"]}}


def shorten(value, shown):
    """The members of `shown`; of each element of a list; a number in `shown` says how many elements."""
    if isinstance(value, list) and isinstance(shown, int):
        return value[:shown] + ["…"] * (len(value) > shown)
    if isinstance(value, list):
        return [shorten(item, shown) for item in value]
    if not isinstance(value, dict) or not isinstance(shown, dict) or not shown:
        return value
    short = {name: shorten(value[name], part) for name, part in shown.items() if name in value}
    return {**short, **({"…": "…"} if len(short) < len(value) else {})}


class Page:
    """The text so far. `words` are what stands for the values that differ from run to run."""

    def __init__(self, words):
        self.lines, self.words, self.sent = [INTRODUCTION], words, 0

    def text(self, text):
        self.lines.append(text + "\n")

    def json(self, value):
        text = json.dumps(value, ensure_ascii=False).replace('"…": "…"', "…").replace('"…"', "…")
        for real, word in self.words.items():
            text = text.replace(real, word)
        text = re.sub(r'"(server_time_ms|time_ms)": \d+', r'"\1": TIME', text)
        text = re.sub(r'"(commitment|secret|nonce)": "[0-9a-f]+"', r'"\1": "HEX"', text)
        return re.sub(r'"version": "[^"]+"', '"version": "VERSION"', text)

    def block(self, *lines):
        wrapped = []
        for line in lines:
            while len(line) > WIDTH:
                cut = line.rfind(" ", 40, WIDTH)
                wrapped.append(line[:cut])
                line = "    " + line[cut + 1:]
            wrapped.append(line)
        self.lines.append("```\n" + "\n".join(wrapped) + "\n```\n")

    def call(self, session, method, path, body=None, shown=None):
        answer = session.request(method, path, body)
        line = f"{method} {path}" + (f"  {json.dumps(body)}" if body is not None else "")
        for real, word in self.words.items():
            line = line.replace(real, word)
        self.block(line, "← " + self.json(shorten(answer, shown)))
        return answer

    def send(self, socket, type, **arguments):
        """A command and everything that came until its answer, which the answer may not be last of."""
        begun = len(socket.frames)
        self.sent += 1
        cid = f"a{self.sent}"
        socket.send(type, cid=cid, **arguments)
        socket.drain(0.3)
        command = json.dumps({"type": type, "cid": cid, **arguments})
        self.block("→ " + command, *self.frames(socket, begun))

    def frames(self, socket, begun):
        shown = socket.frames[begun:]
        return ["← " + self.json(shorten(frame, SHOWN.get(frame["type"]))) for frame in shown]


def play(server):
    ana, bob = server.session("Ana"), server.session("Bob")
    page = Page({ana.id: "ANA", bob.id: "BOB", ana.token: "TOKEN"})
    page.text("## A session\n\nEverybody has one. The token is the secret; `Authorization: Bearer TOKEN` "
              "goes with every request.")
    page.block('POST /api/session  {"name": "Ana"}',
               "← " + page.json({"player_id": ana.id, "name": "Ana", "token": ana.token}))
    page.text("## A table")
    made = ana.create("journeyman", options={"width": 3, "height": 3})
    page.words |= {made["game_id"]: "GAME", made["game_set_id"]: "SET", made["code"]: "CODE"}
    page.block('POST /api/games  {"game": "journeyman", "options": {"width": 3, "height": 3}}',
               "← " + page.json(made))
    page.text("Bob knows the code, from the TV or a friend. He looks the table up and joins it.")
    page.call(bob, "GET", f"/api/rooms/{made['code']}",
              shown={"code": 1, "game": 1, "game_id": 1, "phase": 1})
    page.call(bob, "POST", f"/api/games/{made['game_id']}/join", {"name": "Bob"}, VIEW)
    page.text("## The socket\n\nAna connects to `/ws/CODE` and is told where everything stands.")
    a, b = ana.socket(made["code"]), bob.socket(made["code"])
    for socket in (a, b):
        socket.until(lambda s: s.state is not None)
        socket.drain(0.3)
    page.block("GET /ws/CODE", *page.frames(a, 0))
    page.text("## The game\n\nBoth choose a side. The second choice fills the table, and this game then "
              "starts by itself.")
    page.send(a, "select_role", role="journeyman")
    begun = len(a.frames)
    b.send("select_role", role="weather")
    a.until(lambda s: s.state["phase"] == "playing")
    a.drain(0.3)
    page.block(*page.frames(a, begun)[-1:])
    page.text("`available_actions` says what Ana may do, with every value allowed "
              "([protocol.md](protocol.md) has the grammar). What it does not list is refused:")
    begun = len(a.frames)
    try:
        a.send("move", cid="a0", position={"x": 2, "y": 2})
    except Exception:  # shown below
        page.block('→ {"type": "move", "cid": "a0", "position": {"x": 2, "y": 2}}', *page.frames(a, begun))
    page.send(a, "configure_grid", size=3)
    offered = {action["type"]: action for action in a.state["game"]["available_actions"]}
    page.send(a, "move", position=offered["move"]["position"][0])
    page.send(a, "end_turn")
    page.text("And so on, turn by turn, until the game is over. Then everybody is told:")
    table = Table.__new__(Table)
    table.a, table.b = a, b
    table.settle()
    table.play_out()
    a.drain(0.3)
    over = max(i for i, frame in enumerate(a.frames) if frame["type"] == "game_over")
    page.block("← " + page.json(a.frames[over]))
    page.text("Everything stays readable, to those who were there:")
    page.call(ana, "GET", f"/api/games/{made['game_id']}/scores",
              shown={"scores": {"name": 1, "score": 1, "wins": 1}})
    return "\n".join(page.lines)


def the_page_shows_what_really_happens():
    with unlimited() as server:
        written = play(server)
    assert PAGE.read_text() == written, "docs/exchange.md is stale: run tests/e2e/exchange_test.py --write"


if __name__ == "__main__":
    if "--write" in sys.argv:
        sys.argv.remove("--write")
        with unlimited() as house:
            PAGE.write_text(play(house))
    main(own_tests(globals()))
