#!/usr/bin/env python3
"""An id means its game: after the next has begun, nothing can be done in it; it is read as it ended."""
from api_helpers import unlimited
from harness import main, own_tests
from players import refusal

def table(server, game):
    """A running game: who opened it, the others, its id, and the id of the set."""
    ana, bob = server.session("Ana"), server.session("Bob")
    made = ana.create(game, name="Ana")
    bob.post(f"/api/games/{made['game_id']}/join", {"name": "Bob"})
    ids, others = made["game_id"], [bob]
    if game == "journeyman":
        ana.act(ids, "select_role", role="journeyman")
        bob.act(ids, "select_role", role="weather")
    while ana.get(f"/api/games/{ids}")["state"]["phase"] == "lobby":
        state = ana.get(f"/api/games/{ids}")["state"]
        if state["start"]["is_possible"]:
            ana.act(ids, "start")
        else:
            others.append(server.session("Guest"))
            others[-1].post(f"/api/games/{ids}/join", {"name": f"Guest {len(others)}"})
    return ana, others, ids, made["game_set_id"]


def end(ana, others, game, kind):
    """A chess game is resigned; any other is called off."""
    if kind == "chess":
        ana.act(game, "resign")
        if ana.get(f"/api/games/{game}")["state"]["phase"] == "results":
            return
    for person in (*others, ana):
        state = person.get(f"/api/games/{game}")["state"]
        if state["phase"] == "playing" and "void_vote" in state["you"]["actions"]:
            person.act(game, "void_vote", void=True)
    assert ana.get(f"/api/games/{game}")["state"]["phase"] == "results", kind


def routes(server, method):
    """The paths under a game's id, as the description has them."""
    described = server.session("Guest").get("/api/openapi.json")
    for path, ways in described["paths"].items():
        if path.startswith("/api/games/{game_id}") and method in ways:
            yield path


def read(session, path, game):
    """An answer without the time at which it was given; a refusal's code."""
    try:
        path = path.replace("{game_id}", game).replace("{player_id}", session.id)
        answer, body = session.request("GET", path, raw=True)
    except Exception as problem:  # a refusal is an answer, too
        return getattr(problem, "code", repr(problem))
    text = body.decode(errors="replace").strip()
    start = text.find('"server_time_ms":')
    if start >= 0:
        stop = min(at for at in (text.find(",", start), text.find("}", start)) if at >= 0)
        text = text[:start] + text[stop:]
    return answer.status, text


def every_game_is_read_as_it_ended_and_takes_no_command():
    with unlimited() as server:
        kinds = [game["id"] for game in server.session("Guest").get("/api/catalog")["games"]]
        paths = sorted(routes(server, "get"))
        # A report is about a person, and may come when the game is over.
        commands = sorted(path for path in routes(server, "post") if not path.endswith("/report"))
        assert len(paths) > 12 and len(commands) > 7 and len(kinds) >= 5, (paths, commands, kinds)
        for kind in kinds:
            ana, others, old, room = table(server, kind)
            bob = others[0]
            end(ana, others, old, kind)
            before = {(who.id, path): read(who, path, old) for who in (ana, bob) for path in paths}
            ana.act(old, "next_game")
            new = ana.get(f"/api/rooms/{code_of(ana, room)}")["game_id"]
            assert new != old
            eve = server.session("Eve")
            eve.post(f"/api/games/{new}/join", {"name": "Eve", "as_spectator": True})
            now = ana.get(f"/api/games/{new}")

            for (who, path), answer in before.items():
                person = ana if who == ana.id else bob
                assert read(person, path, old) == answer, (kind, path)
            for path in commands:
                refused = refusal(bob.post, path.replace("{game_id}", old), body_of(path))
                assert refused == "game_is_over", (kind, path, refused)
            assert refusal(eve.get, f"/api/games/{old}") == "no_room", "she was not there"
            assert ana.get(f"/api/games/{new}")["seq"] == now["seq"], (kind, "nothing has happened")


def code_of(session, room):
    return session.get(f"/api/games/{room}")["state"]["code"]


def body_of(path):
    body = {"/actions": {"type": "chat", "text": "hello"}, "/chat": {"text": "hello"},
            "/join": {"name": "Bob"}, "/move-back": {}}
    return next((value for end, value in body.items() if path.endswith(end)), {"target": 1, "seat": 1})


def a_ballot_for_the_last_game_does_not_count_in_the_next():
    with unlimited() as server:
        ana, others, old, room = table(server, "onenight")
        bob = others[0]
        end(ana, others, old, "onenight")
        ana.act(old, "rematch")
        assert refusal(bob.post, f"/api/games/{old}/vote", {"target": 0}) == "game_is_over"
        assert refusal(bob.act, old, "know_role") == "game_is_over"
        first = bob.get(f"/api/games/{old}/my-role")
        assert bob.get(f"/api/games/{room}")["state"]["phase"] == "playing"
        assert first == bob.get(f"/api/games/{old}/my-role")


def what_was_done_in_time_is_not_refused_when_it_is_repeated():
    with unlimited() as server:
        ana, others, old, room = table(server, "onenight")
        end(ana, others, old, "onenight")
        ana.act(old, "rematch", cid="again")
        assert ana.act(old, "rematch", cid="again")["state"]["phase"] == "playing"


def it_is_read_after_a_restart_and_two_games_later():
    with unlimited() as server:
        ana, others, old, room = table(server, "onenight")
        bob = others[0]
        end(ana, others, old, "onenight")
        seen = read(bob, "/api/games/{game_id}", old)
        role = bob.get(f"/api/games/{old}/my-role")
        ana.act(old, "rematch")
        second = ana.get(f"/api/games/{room}")["state"]["game_id"]
        end(ana, others, second, "onenight")
        ana.act(second, "rematch")
        server.kill()
        server.start()
        assert read(bob, "/api/games/{game_id}", old) == seen
        assert bob.get(f"/api/games/{old}/my-role") == role
        assert bob.get(f"/api/games/{second}")["state"]["game_number"] == 2


main(own_tests(globals()))
