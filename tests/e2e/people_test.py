#!/usr/bin/env python3
"""What people may ask for themselves, and what operators do: being forgotten, reports, bans, words."""
from api_helpers import operator, unlimited
from harness import Closed, Session, main, own_tests
from players import Table, refusal


def names_at(session, table):
    return {person["name"] for person in session.get(f"/api/games/{table.game_id}/players")["players"]}


def acts_of(boss):
    return [entry["event"]["type"] for entry in boss.get("/api/admin/audit")["acts"]]


def one_is_told_what_is_kept_of_one():
    with unlimited("--contact", "post@example.org") as server:
        table = Table(server, size=3)
        table.play_out()
        kept = table.ana.get("/api/me/export")
        assert kept["player_id"] == table.ana.id and kept["name"] == "Ana"
        assert kept["tables"] == [table.code]
        assert [result["game"] for result in kept["results"]] == ["journeyman"]
        assert table.bob.id not in str(kept)
        assert refusal(Session(server).get, "/api/me/export") == "no_session"
        told = Session(server).get("/api/privacy")
        assert told["session_days"] == 365 and told["contact"] == "post@example.org"


def somebody_who_is_forgotten_is_an_animal_everywhere_also_after_a_restart():
    with unlimited() as server:
        table = Table(server, size=3)
        table.a.send("chat", text="hello")
        table.play_out()
        answer, _ = table.ana.request("DELETE", "/api/me", raw=True)
        assert answer.status == 204
        assert refusal(table.ana.get, "/api/session") == "no_session"
        for _ in range(2):
            bob = table.bob
            assert "Ana" not in names_at(bob, table) and "Bob" in names_at(bob, table)
            for path in (f"/api/games/{table.game_id}", f"/api/games/{table.game_id}.json",
                         f"/api/games/{table.game_id}/events", f"/api/games/{table.game_id}/chat",
                         f"/api/game-sets/{table.made['game_set_id']}/scores", "/api/leaderboard",
                         f"/api/players/{table.ana.id}/history"):
                shown = str(bob.get(path))
                assert "Ana" not in shown and shown.isascii() is False, path
            _, sheet = bob.request("GET", f"/api/game-sets/{table.made['game_set_id']}/evening.csv", raw=True)
            assert "Ana" not in str(sheet)
            server.restart()
        bob.socket(table.code).until(lambda s: s.state and "Ana" not in str(s.state["people"]))


def a_screen_that_is_open_sees_the_name_go():
    with unlimited() as server:
        table = Table(server)
        socket = table.bob.socket(table.code)
        socket.until(lambda s: s.state and "Ana" in str(s.state["people"]))
        table.ana.request("DELETE", "/api/me", raw=True)
        socket.until(lambda s: "Ana" not in str(s.state["people"]))


def a_report_has_the_words_that_were_said():
    with unlimited() as server:
        table = Table(server)
        boss = operator(server)
        table.connect()
        table.b.send("chat", text="you fool")
        table.b.send("chat", text="sorry")
        table.a.send("chat", text="well")
        said = table.ana.get(f"/api/games/{table.game_id}/chat")["messages"]
        seqs = [entry["event"]["seq"] for entry in said]
        path = f"/api/games/{table.game_id}/report"
        table.ana.post(path, {"player": table.bob.id, "reason": "chat", "text": "rude",
                              "lines": [seqs[0], seqs[2], 9999]})
        report = boss.get("/api/admin/reports")["reports"][0]["event"]
        assert [line["text"] for line in report["lines"]] == ["you fool"], report
        assert (report["by"], report["player"], report["code"]) == (table.ana.id, table.bob.id, table.code)
        assert refusal(table.ana.post, path, {"player": table.ana.id, "reason": "chat"}) == "bad_target"
        assert refusal(table.ana.post, path, {"player": table.bob.id, "reason": "x"}) == "bad_argument"
        assert refusal(table.ana.post, path, {"player": table.bob.id, "reason": "chat",
                                              "lines": list(range(11))}) == "bad_argument"
        assert refusal(server.session("Sam").post, path, {"player": table.bob.id,
                                                          "reason": "chat"}) == "no_room"
        server.restart()
        assert boss.get("/api/admin/reports")["reports"][0]["event"] == report


def someone_banned_changes_nothing_until_the_ban_ends():
    with unlimited() as server:
        boss, eve = operator(server), server.session("Eve")
        made = eve.create("journeyman")
        boss.post("/api/admin/bans", {"player": eve.id, "days": 1, "reason": "spam"})
        assert refusal(eve.create, "journeyman") == "banned"
        try:
            eve.socket(made["code"]).receive()
            raise AssertionError("the socket is open")
        except Closed as closed:
            assert closed.code == 4003
        server.session("Ana").create("journeyman")
        server.restart()
        assert refusal(eve.create, "journeyman") == "banned"
        ban, = boss.get("/api/admin/bans")["bans"]
        assert ban["reason"] == "spam" and ban["until_ms"] > 0
        boss.request("DELETE", f"/api/admin/bans/{ban['id']}")
        eve.create("journeyman")
        assert acts_of(boss) == ["unbanned", "banned"]
        assert refusal(boss.request, "DELETE", f"/api/admin/bans/{ban['id']}") == "not_found"


def a_report_that_was_dealt_with_leaves_the_list():
    with unlimited() as server:
        table = Table(server)
        boss = operator(server)
        for reason in ("chat", "cheating"):
            table.ana.post(f"/api/games/{table.game_id}/report", {"player": table.bob.id, "reason": reason})
        newest, oldest = [entry["event"] for entry in boss.get("/api/admin/reports")["reports"]]
        close = f"/api/admin/reports/{oldest['id']}/close"
        assert refusal(table.ana.post, close) == "not_admin"
        boss.post(close)
        for _ in range(2):
            left = [entry["event"]["id"] for entry in boss.get("/api/admin/reports")["reports"]]
            assert left == [newest["id"]], left
            act = boss.get("/api/admin/audit")["acts"][0]["event"]
            assert (act["type"], act["id"]) == ("report_closed", oldest["id"]), act
            assert act["player"] == table.bob.id, act
            assert refusal(boss.post, close) == "not_found"
            server.restart()


def people_are_found_who_are_at_no_table():
    with unlimited() as server:
        boss, jose = operator(server), server.session("José 100%")
        server.session("Josefa")
        names = lambda q: [one["name"] for one in boss.get(f"/api/admin/people?q={q}")["people"]]
        assert sorted(names("jos")) == ["Josefa", "José 100%"]
        assert names("Jos%C3%A9+100%25") == ["José 100%"] and names("%25") == ["José 100%"]
        found, = boss.get(f"/api/admin/people?q={jose.id}")["people"]
        assert (found["player_id"], found["code"], found["is_here"]) == (jose.id, None, False), found
        assert names("") == [], "without a word only those at tables"
        code = jose.create("journeyman")["code"]
        found, = boss.get("/api/admin/people?q=100")["people"]
        assert found["code"] == code, "once, with the table"
        jose.request("DELETE", "/api/me", raw=True)
        assert "José 100%" not in names("jos") and names("100") == []


def a_network_can_be_banned_and_the_operator_is_not():
    with unlimited() as server:
        boss = operator(server)
        for wrong in ({"network": "private", "reason": "x"}, {"network": "10.0.0.0/99", "reason": "x"},
                      {"reason": "x"}, {"network": "10.0.0.1"}, {"network": "::1", "reason": "x", "days": 0}):
            assert refusal(boss.post, "/api/admin/bans", wrong) == "bad_argument", wrong
        boss.post("/api/admin/bans", {"network": "127.0.0.0/8", "reason": "us"})
        assert refusal(Session(server).post, "/api/session", {"name": "Ana"}) == "banned"
        ban, = boss.get("/api/admin/bans")["bans"]
        boss.request("DELETE", f"/api/admin/bans/{ban['id']}")
        server.session("Ana")


def a_ban_closes_the_sockets_that_are_open():
    """By person and by address, also of a screen that has no session; others' stay."""
    def is_closed(socket):
        try:
            while True:
                socket.receive()
        except Closed as closed:
            return closed.code

    with unlimited() as server:
        boss, eve, ana = operator(server), server.session("Eve"), server.session("Ana")
        made = ana.create("journeyman")
        hers = ana.socket(made["code"])
        gone = eve.socket(made["code"])
        boss.post("/api/admin/bans", {"player": eve.id, "reason": "spam"})
        assert is_closed(gone) == 4003
        server.source = ("127.0.0.2", 0)
        near, screen = server.session("Ben").socket(made["code"]), Session(server).socket(made["code"])
        boss.post("/api/admin/bans", {"network": "127.0.0.2", "reason": "us"})
        assert is_closed(near) == is_closed(screen) == 4003
        hers.send("chat", text="still here")
        hers.until(lambda s: any(frame.get("text") == "still here" for frame in s.frames))


def words_on_the_list_are_in_no_name_and_no_chat():
    with unlimited() as server:
        table = Table(server)
        boss = operator(server)
        table.connect()
        boss.post("/api/admin/filters", {"names": "admin\nroot", "chat": "bother"})
        assert refusal(Session(server).post, "/api/session", {"name": "The ADMIN"}) == "filtered"
        assert refusal(table.ana.act, table.game_id, "chat", text="Oh bother!") == "filtered"
        table.ana.act(table.game_id, "chat", text="Oh brother!")
        boss.post("/api/admin/filters", {"names": "", "chat": ""})
        table.ana.act(table.game_id, "chat", text="Oh bother!")


def nothing_new_begins_while_running_games_go_on():
    with unlimited() as server:
        table = Table(server, size=3)
        boss = operator(server)
        table.connect()
        boss.post("/api/admin/read-only", {"on": True})
        assert refusal(Session(server).post, "/api/session", {"name": "Sam"}) == "read_only"
        assert refusal(table.ana.create, "journeyman") == "read_only"
        table.play_out()
        assert refusal(table.ana.act, table.game_id, "rematch") == "read_only"
        assert boss.get("/api/admin/house")["read_only"] is True
        boss.post("/api/admin/read-only", {"on": False})
        table.ana.act(table.game_id, "rematch")


def an_operator_bounds_the_tables_of_the_house():
    with unlimited() as server:
        table = Table(server, size=3)
        boss = operator(server)
        table.connect()
        path = "/api/admin/tables-max"
        for wrong in ({}, {"n": -1}, {"n": 1_000_001}, {"n": "two"}):
            assert refusal(boss.post, path, wrong) == "bad_argument", wrong
        assert boss.get("/api/admin/house")["tables_max"] == 0
        boss.post(path, {"n": 2})
        sam = server.session("Sam")
        sam.create("journeyman")
        assert refusal(sam.create, "avalon") == "house_full"
        table.play_out()  # what is there goes on
        server.restart()
        assert boss.get("/api/admin/house")["tables_max"] == 2
        assert "tables_max" in acts_of(boss)
        boss.post(path, {"n": 0})
        sam.create("avalon")


def every_table_hears_the_operator_and_sees_the_look():
    with unlimited() as server:
        table = Table(server)
        boss = operator(server)
        table.connect()
        boss.post("/api/admin/message", {"text": "Restart in five minutes"})
        boss.get(f"/api/admin/games/{table.game_id}/roles")
        heard = {event["type"]: event for frame in table.a.drain() or table.a.frames
                 for event in frame.get("events", [])}
        assert heard["operator_said"]["text"] == "Restart in five minutes"
        assert "admin_looked" in heard
        assert set(acts_of(boss)) == {"said", "looked"}
        assert refusal(boss.post, "/api/admin/message", {"text": ""}) == "bad_argument"


def the_operator_finds_tables_and_people_and_sees_the_storage():
    with unlimited() as server:
        table = Table(server)
        boss = operator(server)
        table.connect()
        assert [one["name"] for one in boss.get("/api/admin/people?q=an")["people"]] == ["Ana"]
        assert boss.get("/api/admin/people?q=zz")["people"] == []
        rooms = boss.get(f"/api/admin/rooms?q={table.code[:4]}")["rooms"]
        assert [room["code"] for room in rooms] == [table.code]
        assert boss.get("/api/admin/rooms?q=chess")["rooms"] == []
        house = boss.get("/api/admin/house")
        assert house["is_healthy"] and house["storage"]["data_bytes"] > 0 and house["sockets"] == 2
        assert house["storage"]["newest_backup_ms"] is None


if __name__ == "__main__":
    main(own_tests(globals()))
