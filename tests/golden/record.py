#!/usr/bin/env python3
"""Records golden data: what this build writes, for every later build to read.

    tests/golden/record.py BUILD         a release build folder with WebAssembly (-Dwasm=true)

Plays every game on a real server, to the end and half way, keeps the database, the sessions' tokens and what
everybody sees, and games of a device as its page exports them, in tests/golden/VERSION. Run it once for each
release, on the commit that is released, and never change what was recorded.
"""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
os.environ["PARLOUR_BINARY"] = str(BUILD / "parlour")
sys.path.insert(0, str(HERE.parent / "e2e"))
from api_helpers import unlimited  # noqa: E402
from tables import Room  # noqa: E402

SPOKEN = "Zoë: «heads», surely \u2603"


def play_games(server):
    rooms = []

    def table(game, people, bots, **more):
        room = Room.make(server, game, people, bots, len(rooms), **more)
        rooms.append(room)
        return room

    # Finished games, one after the other at the same table, with words and a face.
    night = {"night_pace": "eager"}
    for game, people, bots, more in (
            ("onenight", ["Ana", "Zoë", "Bob"], 3, {"options": night}),
            ("avalon", ["Cleo", "Dan"], 5, {"options": {"lady_of_the_lake": True}}),
            ("chess", ["Eva", "Fay"], 4, {"options": {"mode": "werewolf"},
                                          "shunned": ("resign", "offer_draw", "accept_draw", "abort",
                                                      "draw_arrow", "clear_arrows", "claim_draw",
                                                      "fast_mode", "close_vote")})):
        room = table(game, people, bots, **more)
        room.act(room.host, "set_chat", open=True)
        room.act(room.host, "chat", text=SPOKEN)
        room.begin()
        room.play_out()
        room.act(room.people[1], "react", sticker=1)
        room.act(room.host, "chat", text="Again?")

    for size, has_rematch in ((3, False), (4, True)):
        room = table("journeyman", ["Gil", "Hal"], 0, options={"days": 30})
        room.act(room.people[0], "select_role", role="journeyman")
        room.act(room.people[1], "select_role", role="weather")
        room.act(room.people[0], "configure_grid", size=size)
        room.play_out()
        if has_rematch:
            room.act(room.host, "rematch")
            room.play(9)

    # A second game at the same table, and half a third.
    room = table("onenight", ["Ida", "Jon"], 2, options=night)
    room.begin()
    room.play_out()
    for steps in (5000, 7):
        room.act(room.host, "next_game")
        for person in room.people:
            room.act(person, "ready")
        room.act(room.host, "start")
        room.play(steps)

    # Running games, stopped in several places; a lobby; a paused game.
    for steps in (2, 9, 25, 60):
        room = table("avalon", ["Kim", "Lea", "Max"], 3)
        room.begin()
        room.play(steps)
    for steps in (3, 12):
        room = table("chess", ["Nat", "Oda"], 2, shunned=("resign", "abort"))
        room.begin()
        room.play(steps)
    for steps in (2, 8):
        room = table("onenight", ["Pia", "Quin", "Ron"], 1)
        room.begin()
        room.play(steps)
    room.act(room.host, "pause")
    room = table("avalon", ["Sue", "Tom", "Uma"], 0)
    room.act(room.people[1], "rename", name="Tomàs")
    room.act(room.host, "set_options", options={"include_percival": True})

    # The Grimoire: a running night, a day with a vote, a finished game, one that was rewound.
    for names, days, ends in ((["Val", "Wim"], 0, False), (["Xia", "Yan"], 2, False),
                              (["Zed", "Abe"], 3, True)):
        room = table("grimoire", names, 6)
        room.begin()
        run_grimoire(room, days)
        if ends:
            assert room.act(room.host, "end_game", winner="good")
            assert room.state(room.host)["phase"] == "results"
    room = table("grimoire", ["Bea", "Cal"], 5)
    room.begin()
    run_grimoire(room, 1)
    assert room.act(room.host, "rewind", to=4)
    return rooms


def run_grimoire(room, days):
    def act(type, **arguments):
        assert room.act(room.host, type, **arguments), type

    def game():
        return room.state(room.host)["game"]

    act("fill_bag", style="any")
    act("deal")
    act("hand_out")
    for person in room.people[1:]:
        room.act(person, "acknowledge")
    for day in range(days + 1):
        if not room.act(room.host, "begin_night"):
            return
        for step in game()["night"]["steps"]:
            if room.act(room.host, "open_step", step=step["step"]):
                if day == days:
                    return
                room.act(room.host, "finish_step")
        act("begin_day")
        seats = len(game()["seats"])
        for vote in range(2):
            if not room.act(room.host, "nominate", nominator=seats - 1 - vote, nominee=vote):
                continue
            if game().get("question"):
                room.act(room.host, "answer", is_yes=False)
            for seat in range(seats):
                room.act(room.host, "set_hand", seat=seat, is_up=seat % 3 != day % 3)
            while game()["phase"] == "vote" and room.act(room.host, "count_hand"):
                pass


def results_of(room):
    """What this table's people are told over HTTP about what they have played."""
    paths = [f"/api/game-sets/{room.set_id}/scores", f"/api/games/{room.game_id}/events",
             f"/api/games/{room.game_id}/chat"]
    told = {}
    for person in room.people:
        told[person.token] = {path: person.get(path)
                              for path in paths + [f"/api/players/{person.id}/history"]}
    return {"code": room.code, "game_id": room.game_id, "told": told}


def keep(path, value):
    with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as zipped:
        zipped.write(value)


def main():
    version = subprocess.run([str(BUILD / "parlour"), "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    folder = HERE / version.split("-")[0]
    if folder.exists():
        sys.exit(f"{folder} is recorded already")
    with tempfile.TemporaryDirectory(prefix="parlour-golden-") as work, \
            unlimited("--away-ms", "600000") as server:
        rooms = play_games(server)
        server.stop()
        server.options += ["--bot-delay-ms", "60000"]
        server.start()
        told = {"tables": [results_of(room) for room in rooms],
                "leaderboard": rooms[0].host.get("/api/leaderboard"),
                "time_ms": rooms[0].host.get(f"/api/games/{rooms[0].game_id}")["server_time_ms"]}
        server.stop()
        copy = os.path.join(work, "parlour.db")
        subprocess.run([str(BUILD / "parlour"), "backup", "--data", server.data, copy], check=True,
                       stdout=subprocess.DEVNULL)
        folder.mkdir()
        keep(folder / "parlour.db.gz", pathlib.Path(copy).read_bytes())
        keep(folder / "told.json.gz", json.dumps(told).encode())
        views = subprocess.run([str(BUILD / "tests/golden_replay"), copy], check=True, capture_output=True)
        keep(folder / "views.jsonl.gz", views.stdout)
        server.start()
    subprocess.run(["node", str(HERE / "device.mjs"), "record", str(BUILD / "parlour.wasm"), str(folder)],
                   check=True)


main()
