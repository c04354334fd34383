#!/usr/bin/env python3
"""This build reads what earlier versions wrote: their databases open, every room replays to what everybody
saw then, results are kept, and running games go on. tests/golden/record.py recorded it."""
import copy
import json
import os
import pathlib
import subprocess
import sys
from collections import Counter

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from harness import Session, main, own_tests  # noqa: E402
from recorded import database_of, server_of, unzip  # noqa: E402
from tables import Room  # noqa: E402

VERSIONS = sorted(path for path in HERE.iterdir() if (path / "parlour.db.gz").exists())


# Not what happened, but what today's rules make of it: whom a running game waits for, how many votes would
# void it, and blanks.
OF_TODAY = (".awaited", ".action_status.total", ".void_vote.needed", ".padding")


def problems(old, new, path=""):
    """Where the new value does not hold what the old one said. Fields, words and offers may have been added,
    and events may follow those that were told."""
    if isinstance(old, dict):
        if not isinstance(new, dict):
            return [f"{path}: {str(new)[:80]} is no object"]
        return [problem for key in old for problem in
                (problems(old[key], new[key], f"{path}.{key}") if key in new else [f"{path}.{key} is gone"])]
    if isinstance(old, list):
        if not isinstance(new, list):
            return [f"{path}: {str(new)[:80]} is no list"]
        name = path.rsplit(".", 1)[-1]
        if name.endswith("actions") or old and all(isinstance(item, str) for item in old):
            return [f"{path}: {json.dumps(item)} is gone" for item in old
                    if not any(not problems(item, other) for other in new)]
        if len(new) != len(old) and not (name == "events" and len(new) > len(old)):
            return [f"{path}: had {len(old)} elements, has {len(new)}"]
        return [problem for at, item in enumerate(old)
                for problem in problems(item, new[at], f"{path}[{at}]")]
    if old == new or path.endswith(OF_TODAY):
        return []
    return [f"{path}: was {json.dumps(old)}, is {json.dumps(new)}"]


def assert_holds(old, new, path):
    found = problems(old, new, path)
    assert not found, "\n".join(found[:20])


def replay(path):
    """What this build sees in a database: room by room, at several points of each log."""
    run = subprocess.run([os.environ["GOLDEN_REPLAY"], str(path)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return {room["room"]: room for room in map(json.loads, run.stdout.splitlines())}


def recorded_views(version):
    return {room["room"]: room for room in map(json.loads, unzip(version / "views.jsonl.gz").splitlines())}


def there_is_something_recorded_of_every_game():
    assert VERSIONS
    for version in VERSIONS:
        views = recorded_views(version).values()
        for game in ("onenight", "avalon", "chess", "journeyman", "grimoire"):
            phases = [cut["views"]["table"]["phase"] for room in views if room["game"] == game
                      for cut in room["cuts"]]
            assert "playing" in phases and "results" in phases, (version, game)


def every_room_replays_to_what_everybody_saw():
    for version in VERSIONS:
        with database_of(version) as path:
            seen = replay(path)
        for id, room in recorded_views(version).items():
            assert_holds(room, seen[id], f"{version.name} {room['game']} {id}")


def a_difference_is_noticed():
    room = next(room for room in recorded_views(VERSIONS[0]).values() if room["game"] == "avalon")

    def changed(change):
        other = copy.deepcopy(room)
        change(other["cuts"][-1]["views"]["table"])
        return problems(room, other)

    assert not changed(lambda view: view.update(new_field=1))
    assert changed(lambda view: view.pop("phase"))
    assert changed(lambda view: view.update(phase="lobby"))
    assert changed(lambda view: view["people"].pop())
    assert changed(lambda view: view["people"][0].update(score=99))


def latest_game(server, table):
    """Under the id of an earlier game of a table that one alone is told."""
    return Session(server).get(f"/api/rooms/{table['code']}")["game_id"]


def whole(person, path):
    """An answer with all of its pages."""
    answer = person.get(path)
    last = answer
    while last.get("more"):
        last = person.get(f"{path}?after={last['seq']}")
        for name in ("events", "messages"):
            if name in answer:
                answer[name] += last[name]
    return answer


def results_words_and_events_are_as_they_were_told():
    for version in VERSIONS:
        with server_of(version, "--bot-delay-ms", "60000") as (server, told):
            assert_holds(told["leaderboard"], Session(server).get("/api/leaderboard"), "leaderboard")
            asked = [(token, path.replace(table["game_id"], latest_game(server, table)), answer)
                     for table in told["tables"]
                     for token, answers in table["told"].items() for path, answer in answers.items()]
            assert len(asked) > 100
            for token, path, answer in asked:
                answer.pop("seq", None)  # the server has credited the clocks since
                assert_holds(answer, whole(Session(server, token=token), path), f"{version.name} {path}")


def proofs_of_finished_games_accuse_nobody():
    """A deal follows from its seed, or the program says that the rules were others."""
    for version in VERSIONS:
        with server_of(version, "--bot-delay-ms", "60000") as (server, told):
            verdicts = Counter()
            for table in told["tables"]:
                person = Session(server, token=next(iter(table["told"])))
                proof = person.get(f"/api/games/{table['game_id']}/proof")
                if "secret" in proof:
                    run = subprocess.run([os.environ["PARLOUR_BINARY"], "verify", "-"],
                                         input=json.dumps(proof), text=True, capture_output=True)
                    assert run.returncode in (0, 3), (proof["game"], run.stdout)
                    verdicts[proof["game"], run.returncode] += 1
            assert len({game for game, _ in verdicts}) == 5, verdicts


def running_games_go_on():
    for version in VERSIONS:
        with server_of(version, "--bot-delay-ms", "0") as (server, told):
            played = 0
            for table in told["tables"]:
                people = [Session(server, token=token) for token in table["told"]]
                room = Room(people, latest_game(server, table))
                before = room.state(room.host)
                if before["phase"] != "playing":
                    continue
                if before["clock"]["is_paused"]:
                    room.host.act(room.game_id, "resume")
                room.play(3)
                assert room.state(room.host)["seq"] > before["seq"], before
                played += 1
            assert played >= 8, played
            assert server.stop() == 0
            replay(pathlib.Path(server.data) / "parlour.db")
            server.start()


main(own_tests(globals()), 120)
