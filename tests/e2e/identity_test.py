#!/usr/bin/env python3
"""Every route as every kind of caller, made from the API's own description: no route is left out."""
import json
import sqlite3

from api_helpers import operator, unlimited
from harness import Closed, Refused, Session, main, own_tests
from players import Table, refusal

# What a caller of each kind may get. "open": not refused for who it is; otherwise the code of the refusal.
STRANGER = {"anybody": "open", "session": "no_session", "member": "no_session", "self": "no_session",
            "admin": "not_admin", "member or admin": "no_session"}
OUTSIDER = {**STRANGER, "session": "open", "member": "no_room", "self": "no_room",
            "member or admin": "no_room"}
MEMBER = {**OUTSIDER, "member": "open", "member or admin": "open"}
EXPECTED = {
    "no token": STRANGER,
    "nonsense token": STRANGER,
    "rotated token": STRANGER,
    "ended session": STRANGER,
    "stranger with a session": OUTSIDER,
    "member of another room": OUTSIDER,
    "someone kicked": OUTSIDER,
    "member": {**MEMBER, "self": "open"},
    "spectator": {**MEMBER, "self": "not_allowed"},
    "other seat": {**MEMBER, "self": "not_allowed"},
    "operator": {**STRANGER, "admin": "open", "member or admin": "open"},
}
IDENTITY_CODES = {"no_session", "expired_session", "not_admin", "no_room", "not_allowed", "wrong_origin"}


def access(path, operation):
    """What the description says about who may call."""
    schemes = [name for entry in operation["security"] for name in entry]
    if not schemes:
        return "anybody"
    if "admin" in schemes:
        return "member or admin" if "session" in schemes else "admin"
    if "{player_id}" in path and "{game_id}" in path:
        return "self"
    joins = path.endswith(("/join", "/knock"))
    return "session" if joins or not ("{game_id}" in path or "{game_set_id}" in path) else "member"


def routes(session):
    described = session.get("/api/openapi.json")
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            yield method.upper(), path, operation


class World:
    """A running table with one caller of every kind."""

    def __init__(self, server):
        self.server = server
        self.table = Table(server)
        other = server.session("Dan")
        other.create("journeyman")
        watcher = server.session("Cleo")
        watcher.post(f"/api/games/{self.table.game_id}/join")
        kicked = server.session("Kim")
        kicked.post(f"/api/games/{self.table.game_id}/join")
        self.table.ana.act(self.table.game_id, "kick", player=kicked.id)
        self.table.ana.act(self.table.game_id, "set_bridge", open=True)
        rotated = server.session("Rob")
        rotated_old = Session(server, token=rotated.token)
        rotated.post("/api/session/rotate")
        ended = server.session("Eve")
        ended.request("DELETE", "/api/session")
        self.callers = {
            "no token": Session(server), "nonsense token": Session(server, token="f" * 64),
            "rotated token": rotated_old, "ended session": ended,
            "stranger with a session": server.session("Sam"), "member of another room": other,
            "someone kicked": kicked, "member": self.table.ana, "spectator": watcher,
            "other seat": self.table.bob, "operator": operator(server)}
        self.names = {"game_id": self.table.game_id, "game_set_id": self.table.made["game_set_id"],
                      "code": self.table.code, "player_id": self.table.ana.id, "look": 3,
                      "shared_id": self.table.game_id, "link": self.table.ana.id,
                      "ban_id": self.table.ana.id, "report_id": self.table.ana.id}

    def code(self, caller, method, path):
        """The code of the answer, "open" if it is not about who is calling."""
        sent = "{}" if method == "POST" else None
        _, body = self.callers[caller].request(method, path.format(**self.names), sent, raw=True)
        try:
            code = json.loads(body).get("code") if body else None
        except ValueError:
            code = None
        return code if code in IDENTITY_CODES else "open"


# Calls that would end the caller's own session or the table are made by nobody but those they must refuse.
DESTRUCTIVE = {("DELETE", "/api/session"), ("DELETE", "/api/me"), ("POST", "/api/session/rotate"),
               ("POST", "/api/games/{game_id}/leave"), ("POST", "/api/game-sets/{game_set_id}/end"),
               ("POST", "/api/admin/rooms/{code}/close")}


def every_route_answers_every_kind_of_caller_as_it_should():
    with unlimited() as server:
        world = World(server)
        checked = 0
        for method, path, operation in routes(world.callers["member"]):
            if path.startswith("/ws/"):
                continue
            kind = access(path, operation)
            for caller, expected in EXPECTED.items():
                wanted = expected[kind]
                if wanted == "open" and (method, path) in DESTRUCTIVE:
                    continue
                if path.endswith(("/join", "/knock")) and wanted == "open":
                    continue
                got = world.code(caller, method, path)
                assert got == wanted, f"{caller} {method} {path}: {got}, not {wanted}"
                checked += 1
        assert checked > 350, checked


def what_a_stranger_is_told_does_not_depend_on_whether_the_room_exists():
    with unlimited() as server:
        world = World(server)
        elsewhere = {**world.names, "game_id": "7zzzzzzzzzzzz", "game_set_id": "7zzzzzzzzzzzz"}
        for method, path, operation in routes(world.callers["member"]):
            if access(path, operation) not in ("member", "self", "member or admin"):
                continue
            for caller in ("no token", "stranger with a session", "someone kicked"):
                session, body = world.callers[caller], "{}" if method == "POST" else None
                real, real_body = session.request(method, path.format(**world.names), body, raw=True)
                none, none_body = session.request(method, path.format(**elsewhere), body, raw=True)
                assert (real.status, real_body) == (none.status, none_body), (caller, method, path)


def a_write_from_a_foreign_page_is_refused_on_every_route():
    with unlimited() as server:
        world = World(server)
        cookie = {"Cookie": f"parlour={world.table.ana.token}"}
        guest = Session(server)
        origins = ("http://evil.example", "https://evil.example", "null", f"https://127.0.0.1:{server.port}",
                   "http://127.0.0.1", f"http://127.0.0.1:{server.port + 1}",
                   f"http://localhost:{server.port}", f"http://127.0.0.1:{server.port}@evil.example")
        for method, path, _ in routes(world.table.ana):
            if method == "GET":
                continue
            for origin in origins:
                code = refusal(guest.request, method, path.format(**world.names), "{}",
                               headers={**cookie, "Origin": origin})
                assert code == "wrong_origin", (method, path, origin, code)
            code = refusal(guest.request, method, path.format(**world.names), "{}",
                           headers={**cookie, "Sec-Fetch-Site": "cross-site"})
            assert code == "wrong_origin", (method, path)


def an_expired_session_says_so_and_opens_nothing():
    with unlimited("--session-days", "1") as server:
        ana = server.session("Ana")
        code = ana.create("journeyman")["code"]
        server.stop()
        expire_sessions(server.data)
        server.start()
        assert refusal(ana.get, "/api/session") == "expired_session"
        assert refusal(ana.create, "journeyman") == "expired_session"
        try:
            ana.socket(code).receive()
            raise AssertionError("it was let in")
        except Closed as closed:
            assert closed.code == 4002, closed


def expire_sessions(data):
    with sqlite3.connect(f"{data}/parlour.db") as database:
        database.execute("UPDATE sessions SET expires_ms = 1")


def an_id_in_a_body_or_path_is_no_credential():
    with unlimited() as server:
        world = World(server)
        bob = world.table.bob
        for extra in ({"player": world.table.ana.id}, {"seat": 0}, {"player_id": world.table.ana.id}):
            try:
                bob.act(world.table.game_id, "move", position={"x": 1, "y": 1}, **extra)
                raise AssertionError("it was accepted")
            except Refused as refused:
                assert refused.code in ("unknown_argument", "not_your_turn"), refused.code


def grimoire_with_guests(server):
    """A storyteller, somebody with a phone, four guests with their tokens, and two who watch."""
    ana, bob, cleo, dora = (server.session(name) for name in ("Ana", "Bob", "Cleo", "Dora"))
    game = ana.create("grimoire")["game_id"]
    bob.post(f"/api/games/{game}/join")
    for name in ("Gus", "Hana", "Ida", "Jon"):
        ana.act(game, "add_guest", name=name)
    for watcher in (cleo, dora):
        watcher.post(f"/api/games/{game}/join", {"as_spectator": True})
    ana.act(game, "start")
    ana.act(game, "fill_bag", style="any")
    ana.act(game, "deal")
    ana.act(game, "hand_out")
    return game, ana, bob, cleo, dora


def a_guests_token_is_shown_to_nobody_who_was_not_let_in():
    with unlimited() as server:
        game, ana, bob, cleo, dora = grimoire_with_guests(server)
        eve = server.session("Eve")

        def seen(session):
            return session.get(f"/api/games/{game}")["state"]

        people = {person["name"]: person["player"] for person in seen(ana)["people"]}
        gus = people["Gus"]
        seat = seen(ana)["game"]["seats"][1]
        token = seat["belief"] or seat["character"]
        for path in ("available-actions", "actions"):
            path = f"/api/games/{game}/players/{gus}/{path}"
            assert refusal(eve.get, path) == "no_room"
            for session in (ana, bob, cleo):
                assert refusal(session.get, path) == "not_allowed"

        def claim(session, answer, by=ana):
            session.act(game, "claim_seat", player=gus)
            by.act(game, "confirm_claim", player=session.id, yes=answer)

        assert refusal(bob.act, game, "claim_seat", player=gus) == "not_allowed", "he has a seat"
        claim(cleo, True, by=bob)
        assert seen(cleo)["you"]["seat"] is None, "a player's word does not open a guest's seat"
        ana.act(game, "confirm_claim", player=cleo.id, yes=False)
        assert seen(cleo)["game"] == seen(dora)["game"], "whoever asks knows what all know"
        assert refusal(cleo.act, game, "claim_seat", player=gus) == "not_allowed", "once is enough"
        claim(dora, True)
        assert seen(dora)["game"]["own"]["character"] == token
        assert seen(cleo)["game"].get("own") is None
        assert refusal(cleo.act, game, "claim_seat", player=dora.id) == "not_allowed"


main(own_tests(globals()))
