#!/usr/bin/env python3
"""The API and the sockets of the real binary on a real SQLite file."""
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import tempfile
import time

from api_helpers import operator, unlimited
from harness import BINARY, Closed, Refused, Server, Session, Socket, main, own_tests
from players import Table, refusal


def ids(state):
    return {person["name"]: person["player"] for person in state["people"]}


def events_of(socket):
    return [event for frame in socket.frames for event in frame.get("events", [])]


def closed_with(function):
    try:
        socket = function()
        while True:
            socket.receive()
    except Closed as closed:
        return closed.code


# --- sessions ---

def a_session_is_a_name_an_id_and_a_token_that_is_shown_once():
    with unlimited() as server:
        ana = server.session("  Ana  ")
        assert ana.get("/api/session") == {"player_id": ana.id, "name": "Ana"}
        assert re.fullmatch("[0-9a-f]{64}", ana.token)


def the_cookie_is_http_only_and_same_site():
    with unlimited() as server:
        answer, _ = Session(server).request("POST", "/api/session", {"name": "Ana"}, raw=True)
        cookie = answer.getheader("Set-Cookie")
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Secure" not in cookie


def a_cookie_opens_only_from_our_own_pages():
    with unlimited() as server:
        ana = server.session("Ana")
        guest = Session(server)
        cookie = {"Cookie": f"parlour={ana.token}"}
        own = {"Origin": f"http://127.0.0.1:{server.port}"}
        assert refusal(guest.post, "/api/games", {"game": "journeyman"}, headers=cookie) == "wrong_origin"
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port}",
                       f"http://127.0.0.1:{server.port + 1}", f"http://127.0.0.1:{server.port}.evil.example"):
            assert refusal(guest.post, "/api/games", {"game": "journeyman"},
                           headers={**cookie, "Origin": origin}) == "wrong_origin", origin
        assert guest.post("/api/games", {"game": "journeyman"}, headers={**cookie, **own})["code"]


def a_socket_from_a_foreign_page_is_refused():
    with unlimited() as server:
        ana = server.session("Ana")
        code = ana.create("journeyman")["code"]
        try:
            Socket(server, code, cookie=f"parlour={ana.token}", origin="http://evil.example")
            raise AssertionError("it was accepted")
        except Refused as refused:
            assert refused.status == 403


def rotating_ends_all_older_tokens():
    with unlimited() as server:
        ana = server.session("Ana")
        old = ana.token
        ana.token = ana.post("/api/session/rotate")["token"]
        assert ana.get("/api/session")["player_id"] == ana.id
        assert refusal(Session(server, token=old).get, "/api/session") == "no_session"


def an_ended_session_is_gone():
    with unlimited() as server:
        ana = server.session("Ana")
        ana.request("DELETE", "/api/session")
        assert refusal(ana.get, "/api/session") == "no_session"


def bad_names_are_refused():
    with unlimited() as server:
        guest = Session(server)
        for name in ("", "   ", "x" * 25, "a\u202eb", "a\nb", "\u200b", None, 5, "\u3164"):
            assert refusal(guest.post, "/api/session", {"name": name}) == "bad_name", name
        assert refusal(guest.post, "/api/session") == "bad_name"


# --- bad input ---

def malformed_bodies_are_refused():
    with unlimited() as server:
        ana = server.session("Ana")
        for body in ("{", "[]", "nonsense", '{"game":"journeyman"', '{"a":1,"a":2}', '{"a":"\\ud800"}',
                     b'{"a":"\xff"}', "[" * 100):
            assert refusal(ana.request, "POST", "/api/games", body) == "bad_json", body
        assert refusal(ana.request, "POST", "/api/games", "x" * 70000) == "body_too_large"


def bad_games_options_and_codes_are_refused():
    with unlimited() as server:
        ana = server.session("Ana")
        cases = [({}, "missing_argument"), ({"game": "poker"}, "bad_argument"), ({"game": 1}, "bad_argument"),
                 ({"game": "coinflip"}, "bad_argument"),
                 ({"game": "journeyman", "surprise": 1}, "unknown_argument"),
                 ({"game": "journeyman", "code": "AAA AA"}, "bad_code"),
                 ({"game": "journeyman", "code": "X"}, "bad_code"),
                 ({"game": "journeyman", "num_players": 99}, "bad_argument"),
                 ({"game": "journeyman", "language": "la"}, "bad_argument"),
                 ({"game": "journeyman", "language": ["fr"]}, "bad_argument")]
        for body, code in cases:
            assert refusal(ana.post, "/api/games", body) == code, body
        for options in ({"floods": 9}, {"floods": "many"}, {"no_such": 1}, {"days": 0}, {"width": 2}):
            code = refusal(ana.create, "journeyman", options=options)
            assert code in ("bad_option", "bad_argument"), (options, code)


def unknown_paths_methods_and_rooms_are_refused():
    with unlimited() as server:
        ana = server.session("Ana")
        assert refusal(ana.get, "/api/nothing") == "not_found"
        assert refusal(ana.request, "DELETE", "/api/catalog") == "wrong_method"
        assert refusal(ana.get, "/api/games/0000000000001") == "no_room"
        assert refusal(ana.get, "/api/games/nonsense") == "no_room"
        assert refusal(ana.get, "/api/rooms/BCDFGH") == "no_room"
        assert refusal(ana.get, "/api/rooms/vow-ls") == "bad_code"
        assert refusal(ana.get, "/api/rooms/vowels") == "no_room"


def the_first_visit_to_a_free_code_makes_its_table():
    with unlimited() as server:
        ana = server.session("Ana")
        # Nobody without a session, no table view and nobody who comes back to a table that has gone.
        stranger = Session(server)
        assert closed_with(lambda: stranger.socket("FRIDAY")) == 4004
        assert closed_with(lambda: ana.socket("FRIDAY", table=True)) == 4004
        assert closed_with(lambda: ana.socket("FRIDAY", after=3)) == 4004
        assert closed_with(lambda: ana.socket("FRI-AY")) == 4004
        assert closed_with(lambda: ana.socket("FRIDAY", game="nothing")) == 4004
        assert refusal(ana.get, "/api/rooms/FRIDAY") == "no_room"
        made = ana.socket("friday").until(lambda socket: socket.state)
        assert made.state["code"] == "FRIDAY" and made.state["you"], made.state
        poster = ana.get("/api/rooms/FRIDAY")
        assert poster["is_member"] and poster["game"] == "journeyman", poster
        # The second one finds it.
        found = server.session("Bob").socket("FRIDAY").until(lambda socket: socket.state)
        assert list(ids(found.state)) == ["Ana"] and found.state["you"] is None
        ana.socket("AEIOU0", game="chess").until(lambda socket: socket.state)
        assert ana.get("/api/rooms/AEIOU0")["game"] == "chess"
        assert ana.create("journeyman", code="TUESDY")["code"] == "TUESDY"
        assert refusal(ana.create, "journeyman", code="TUESDY") == "code_taken"
    with Server("--rooms-per-minute", "2", "--guesses-per-minute", "0") as server:
        ana = server.session("Ana")
        for code in ("AAAAAA", "AAAAAB"):
            ana.socket(code).until(lambda socket: socket.state)
        assert closed_with(lambda: ana.socket("AAAAAC")) == 1013
        assert refusal(ana.create, "journeyman") == "too_many_requests"


def a_stranger_cannot_tell_a_room_from_none():
    with unlimited() as server:
        table = Table(server)
        eve = server.session("Eve")
        for path in ("", "/players", "/votes", "/chat", "/scores", "/my-role", "/events", "/proof"):
            real = eve.request("GET", f"/api/games/{table.game_id}{path}", raw=True)
            none = eve.request("GET", f"/api/games/7zzzzzzzzzzzz{path}", raw=True)
            assert real[0].status == none[0].status == 404 and real[1] == none[1], path


def one_cannot_ask_for_another_players_actions():
    with unlimited() as server:
        table = Table(server)
        for part in ("actions", "available-actions"):
            path = f"/api/games/{table.game_id}/players"
            assert refusal(table.bob.get, f"{path}/{table.ana.id}/{part}") == "not_allowed"
            assert table.bob.get(f"{path}/{table.bob.id}/{part}")


def a_bad_command_on_a_socket_is_answered_and_changes_nothing():
    with unlimited() as server:
        table = Table(server)
        before = table.b.state
        cases = [({"type": "dance"}, "unknown_command"), ({"type": "move"}, "missing_argument"),
                 ({"type": "move", "position": {"x": 99, "y": 0}}, "bad_argument"),
                 ({"type": "move", "position": "here"}, "bad_argument"),
                 ({"type": "move", "position": {"x": 1, "y": 1}, "z": 1}, "unknown_argument"),
                 ({"type": "move", "position": {"x": 0, "y": 0}}, "bad_target"),
                 ({"type": "end_turn"}, None), ({"type": "tick"}, None), ({"type": "mark_away"}, None),
                 ({"type": "start"}, None), ({"type": "create", "game": "journeyman"}, None), ({}, None)]
        for command, code in cases:
            table.a.send_frame(1, json.dumps({**command, "cid": "c"}).encode())
            answer = table.a.receive()
            assert answer["type"] == "error" and (code is None or answer["code"] == code), (command, answer)
        for text in (b"[]", b"{", b'"x"', b'{"type":"move","type":"move"}'):
            table.a.send_frame(1, text)
            assert table.a.receive()["code"] == "bad_json", text
        table.b.drain()
        assert table.b.state == before
        table.turn()


def out_of_turn_wet_duplicate_and_too_many_are_refused_with_their_own_words():
    with unlimited() as server:
        table = Table(server)
        def attempt(socket, type, **arguments):
            try:
                socket.send(type, **arguments)
            except Refused as refused:
                return refused.code, refused.why
        assert attempt(table.b, "flood", positions=[{"x": 2, "y": 2}])[0] == "not_your_turn"
        assert attempt(table.a, "move", position={"x": 3, "y": 3}) == ("bad_target", "not_adjacent")
        assert attempt(table.a, "end_turn")[1] == "nothing_staged"
        table.turn()
        twice = [{"x": 2, "y": 2}] * 2
        assert attempt(table.b, "flood", positions=twice) == ("bad_target", "duplicate_field")
        three = [{"x": 3, "y": y} for y in range(3)]
        assert attempt(table.b, "flood", positions=three) == ("bad_target", "too_many_floods")
        table.b.send("flood", positions=three[:2])
        table.b.send("end_turn")
        table.settle()
        table.turn()
        assert attempt(table.b, "flood", positions=three[:1]) == ("bad_target", "field_is_wet")


# --- rooms ---

def a_room_is_made_by_its_first_visitor_under_the_code_asked_for():
    with unlimited() as server:
        ana, bob = server.session("Ana"), server.session("Bob")
        assert ana.create("journeyman", code="krtwgp")["code"] == "KRTWGP"
        assert refusal(bob.create, "journeyman", code="KRTWGP") == "code_taken"
        poster = bob.get("/api/rooms/KRTWGP")
        assert poster["game"] == "journeyman" and poster["is_member"] is False


def the_same_idempotency_key_makes_one_room():
    with unlimited() as server:
        ana = server.session("Ana")
        key = {"headers": {"Idempotency-Key": "once"}}
        first = ana.post("/api/games", {"game": "journeyman"}, **key)
        assert ana.post("/api/games", {"game": "journeyman"}, **key) == first
        server.kill()
        server.start()
        assert ana.post("/api/games", {"game": "journeyman"}, **key) == first


def a_repeated_command_is_done_once_also_after_a_restart():
    with unlimited() as server:
        table = Table(server)
        type, arguments = table.choose(table.a)
        table.a.send(type, **arguments)
        table.a.send("end_turn", cid="the-turn")
        table.a.drain()
        day = table.a.state["game"]["current_turn"], table.a.state["game"]["current_role"]
        table.a.send("end_turn", cid="the-turn")
        server.kill()
        server.start()
        table.connect()
        table.a.send("end_turn", cid="the-turn")
        table.a.drain()
        assert (table.a.state["game"]["current_turn"], table.a.state["game"]["current_role"]) == day


def two_programs_play_journeyman_to_the_end_over_sockets():
    with unlimited() as server:
        table = Table(server, size=3)
        table.play_out()
        table.a.drain()
        over = table.a.over[-1]
        assert over["reason"] == "trapped" and over["winners"] == [1], over
        assert table.a.state["game"]["winner"] == "weather"
        scores = table.ana.get(f"/api/game-sets/{table.made['game_set_id']}/scores")["scores"]
        scores = {entry["name"]: entry for entry in scores}
        assert scores["Bob"]["wins"] == 1 and scores["Ana"]["losses"] == 1
        board = table.ana.get("/api/leaderboard?game=journeyman")["leaderboard"]
        assert {entry["name"] for entry in board} == {"Ana", "Bob"}
        history = table.ana.get(f"/api/players/{table.bob.id}/history")["games"]
        assert [(g["game"], g["won"]) for g in history] == [("journeyman", True)]


def journeyman_can_be_played_over_http_alone():
    with unlimited() as server:
        ana, bob = server.session("Ana"), server.session("Bob")
        made = ana.create("journeyman")
        game = made["game_id"]
        server.kill()
        server.start()
        bob.post(f"/api/games/{game}/join")
        ana.act(game, "select_role", role="journeyman")
        bob.act(game, "select_role", role="weather")
        ana.act(game, "configure_grid", size=3)
        ana.act(game, "move", position={"x": 1, "y": 1})
        state = ana.act(game, "end_turn", cid="k")["state"]
        assert state["game"]["current_role"] == "weather"
        assert bob.get(f"/api/games/{game}")["state"]["game"]["journeyman_position"] == {"x": 1, "y": 1}


def a_staged_choice_is_seen_by_its_owner_only():
    with unlimited() as server:
        table = Table(server)
        watcher = server.session("Cleo")
        tv = watcher.socket(table.code, table=True)
        tv.until(lambda s: s.state is not None)
        table.b.drain()
        frames = len(table.b.frames), len(tv.frames)
        table.a.send("move", position=table.choose(table.a)[1]["position"])
        table.b.drain()
        tv.drain()
        assert (len(table.b.frames), len(tv.frames)) == frames
        assert "staged" not in json.dumps(table.b.state["game"])
        assert "position" not in json.dumps(table.bob.get(f"/api/games/{table.game_id}/events")["events"][-1])


def a_rematch_swaps_the_sides():
    with unlimited() as server:
        table = Table(server, size=3)
        table.play_out()
        (table.a if "rematch" in table.a.state["you"]["actions"] else table.b).send("rematch")
        table.a.until(lambda s: s.state["phase"] == "playing")
        sides = {p["name"]: p["side"] for p in table.a.state["people"]}
        assert sides == {"Ana": "weather", "Bob": "journeyman"}


def the_game_pauses_while_a_side_is_away():
    with unlimited("--away-ms", "100") as server:
        table = Table(server)
        table.b.close()
        frame = table.a.until(lambda s: any(f["type"] == "player_disconnected" for f in s.frames)).frames
        gone = [f for f in frame if f["type"] == "player_disconnected"][0]
        assert gone["role"] == "weather"
        table.a.until(lambda s: s.state["clock"]["is_waiting"])
        assert refusal(table.a.send, "move", position=table.choose(table.a)[1]["position"]) == "paused"
        table.b = table.bob.socket(table.code)
        table.a.until(lambda s: any(f["type"] == "player_reconnected" for f in s.frames))
        table.b.until(lambda s: s.state is not None and not s.state["clock"]["is_waiting"])
        table.a.until(lambda s: not s.state["clock"]["is_waiting"])
        table.turn()


def a_vacated_seat_stays_its_holders():
    with unlimited("--away-ms", "50") as server:
        table = Table(server)
        table.b.close()
        table.a.until(lambda s: s.state["clock"]["is_waiting"])
        eve = server.session("Eve").socket(table.code)
        eve.send("join", name="Eve")
        for command in ({"type": "sit"}, {"type": "select_role", "role": "weather"}):
            assert refusal(eve.send, **command)
        table.b = table.bob.socket(table.code)
        table.b.until(lambda s: s.state is not None)
        assert table.b.state["you"]["side"] == "weather"


def a_newer_connection_replaces_the_older_one():
    with unlimited() as server:
        table = Table(server)
        newer = table.ana.socket(table.code)
        assert closed_with(lambda: table.a) == 4001
        newer.until(lambda s: s.state is not None)
        assert newer.state["you"]["name"] == "Ana"


def a_client_resumes_without_gaps():
    with unlimited() as server:
        table = Table(server)
        seen = table.a.seq
        table.a.close()
        for _ in range(1):
            table.b.drain()
        table.ana.act(table.game_id, "move", position=table.choose(table.a)[1]["position"])
        table.ana.act(table.game_id, "end_turn")
        resumed = table.ana.socket(table.code, after=seen)
        resumed.until(lambda s: s.state is not None)
        events = resumed.frames[1]["events"]
        assert [e["seq"] for e in events] == list(range(seen + 1, resumed.seq + 1)), (seen, events)
        assert events[0]["type"] == "move_staged"


def sequence_numbers_have_no_gaps_for_any_viewer():
    with unlimited() as server:
        table = Table(server)
        tv = server.session("Cleo").socket(table.code, table=True)
        tv.until(lambda s: s.state is not None)
        first = tv.seq
        for _ in range(4):
            table.turn()
        for socket, begin in ((table.a, 0), (table.b, 0), (tv, first)):
            socket.drain()
            numbers = [e["seq"] for f in socket.frames if f["type"] in ("room_state", "game_update")
                       for e in f.get("events", [])]
            assert numbers == list(range(numbers[0], numbers[-1] + 1)), numbers
            assert numbers[0] > begin


def chat_reaches_the_table_and_is_kept():
    with unlimited() as server:
        table = Table(server)
        table.a.send("chat", text="Hello «table» \u2603")
        table.b.until(lambda s: any(f["type"] == "chat" for f in s.frames))
        assert [f["text"] for f in table.b.frames if f["type"] == "chat"] == ["Hello «table» \u2603"]
        kept = table.bob.get(f"/api/games/{table.game_id}/chat")["messages"]
        assert kept[0]["event"]["text"] == "Hello «table» \u2603"
        assert refusal(table.a.send, "chat", text="") and refusal(table.a.send, "chat", text="x" * 600)


def at_dawn_everybody_is_told_that_they_may_talk_again():
    with unlimited() as server:
        ana = server.session("Ana")
        made = ana.create("onenight", options={"night_pace": "eager"})
        a = ana.socket(made["code"])
        a.send("set_chat", open=True)
        for _ in range(4):
            a.send("add_bot")
        a.send("start")
        a.until(lambda s: s.state["phase"] == "playing")
        assert not a.state["you"]["channels"][0]["can_speak"]
        while a.state["game"]["phase"] != "discussion":
            try:
                a.send("skip")
            except Refused as refused: # the night may end by itself between our last look and this command
                assert refused.code == "wrong_phase", refused
            a.drain(0.05)
        assert a.state["you"]["channels"][0]["can_speak"] and "react" in a.state["you"]["actions"]
        assert a.state["you"] == ana.get(f"/api/games/{made['game_id']}")["state"]["you"]


def a_third_visitor_watches():
    with unlimited() as server:
        table = Table(server)
        cleo = server.session("Cleo").socket(table.code)
        cleo.send("join", name="Cleo")
        assert cleo.state["you"]["is_spectator"]
        assert refusal(cleo.send, "move", position={"x": 1, "y": 1}) == "not_seated"
        table.turn()
        cleo.until(lambda s: s.state["game"]["current_role"] == "weather")


def the_host_can_close_the_room_to_spectators():
    with unlimited() as server:
        table = Table(server)
        table.a.send("set_spectators", allowed=False)
        eve = server.session("Eve")
        assert closed_with(lambda: eve.socket(table.code)) == 4003
        assert closed_with(lambda: eve.socket(table.code, table=True)) == 4003


def the_tables_past_is_read_by_whom_its_table_view_opens_to():
    with unlimited() as server:
        table = Table(server)
        path, cleo = f"/api/rooms/{table.code}/events", server.session("Cleo")
        tv = cleo.socket(table.code, table=True)
        tv.until(lambda s: s.state is not None)
        table.turn()
        tv.until(lambda s: s.state["game"]["current_role"] == "weather")
        told = cleo.get(path)
        assert told["events"][-1]["event"] == events_of(tv)[-1]
        assert told["events"][0]["event"]["type"] == "room_created"
        assert cleo.get(f"{path}?after={told['seq']}")["events"] == []
        assert refusal(cleo.get, "/api/rooms/BCDFGH/events") == "no_room"
        assert refusal(cleo.get, "/api/rooms/vow-ls/events") == "bad_code"
        table.a.send("set_spectators", allowed=False)
        assert refusal(cleo.get, path) == "not_allowed"
        table.a.send("end_set")
        assert refusal(cleo.get, path) == "closed"


def what_the_table_is_told_of_its_past_holds_nobodys_secret():
    with unlimited() as server:
        ana = server.session("Ana")
        code = ana.create("avalon")["code"]
        a = ana.socket(code)
        for _ in range(4):
            a.send("add_bot")
        a.send("start")
        a.until(lambda s: s.state["phase"] == "playing")
        own = {event["type"] for event in events_of(a)}
        told = {told["event"]["type"] for told in ana.get(f"/api/rooms/{code}/events")["events"]}
        assert own - told == {"role_assigned", "role_knowledge"}, (own, told)


def without_spectators_newcomers_can_still_sit_down_in_the_lobby():
    with unlimited() as server:
        ana, bob = server.session("Ana"), server.session("Bob")
        code = ana.create("journeyman")["code"]
        a = ana.socket(code)
        a.send("set_spectators", allowed=False)
        b = bob.socket(code)
        b.send("join", name="Bob")
        b.send("select_role", role="weather")
        assert b.state["you"]["side"] == "weather"


def someone_kicked_is_shut_out():
    with unlimited() as server:
        ana, bob = server.session("Ana"), server.session("Bob")
        code = ana.create("journeyman")["code"]
        a, b = ana.socket(code), bob.socket(code)
        b.send("join", name="Bob")
        a.until(lambda s: s.state is not None and len(s.state["people"]) == 2)
        a.send("kick", player=bob.id, reason="testing")
        assert closed_with(lambda: b) == 4008
        assert closed_with(lambda: bob.socket(code)) == 4008


def names_are_unique_at_a_table():
    with unlimited() as server:
        code = server.session("Ana").create("journeyman")["code"]
        other = server.session("Other").socket(code)
        assert refusal(other.send, "join", name="ana") == "name_taken"
        assert refusal(other.send, "join", name="\u0410na") == "name_taken"
        assert refusal(other.send, "join", name="\u202ebad") == "bad_name"
        other.send("join", name="Bea")


def a_bot_takes_a_side_and_plays():
    with unlimited() as server:
        ana = server.session("Ana")
        a = ana.socket(ana.create("journeyman")["code"])
        a.send("select_role", role="journeyman")
        a.send("add_bot", strength=0, role="weather")
        a.until(lambda s: s.state["phase"] == "playing")
        a.send("configure_grid", size=3)
        for _ in range(200):
            if a.state["phase"] == "results":
                return
            actions = {x["type"]: x for x in a.state["game"]["available_actions"]}
            if "move" in actions:
                a.send("move", position=actions["move"]["position"][0])
                a.send("end_turn")
            a.until(lambda s: s.state["phase"] == "results" or
                    any(x["type"] == "move" for x in s.state["game"]["available_actions"]))
        raise AssertionError("the bot does not win")


def a_seat_moves_to_a_new_phone_by_transfer_code():
    with unlimited() as server:
        table = Table(server)
        table.a.send("make_transfer_code")
        table.a.drain()
        code = [e["code"] for e in events_of(table.a) if e["type"] == "transfer_code_made"][0]
        table.b.drain()
        assert code not in json.dumps(table.b.frames)
        phone = server.session("Ana2").socket(table.code)
        assert refusal(phone.send, "use_transfer_code", code="XXXXXX")
        phone.send("use_transfer_code", code=code)
        assert phone.state["you"]["side"] == "journeyman"
        assert closed_with(lambda: table.a) in (4001, 4003, 4009)


# --- limits ---

def too_many_commands_are_refused():
    with Server() as server:
        ana = server.session("Ana")
        a = ana.socket(ana.create("journeyman")["code"])
        codes = []
        for i in range(30):
            try:
                a.send("chat", text=str(i))
            except Refused as refused:
                codes.append(refused.code)
        assert codes and set(codes) == {"too_many_requests"}


def guessing_codes_is_slow():
    with Server() as server:
        ana = server.session("Ana")
        code = ana.create("journeyman")["code"]
        eve = server.session("Eve")
        answers = [refusal(eve.get, f"/api/rooms/BCDFG{c}") for c in "BCDFGHJK"]
        assert answers[:5] == ["no_room"] * 5 and set(answers[5:]) == {"too_many_requests"}
        assert refusal(eve.get, f"/api/rooms/{code}") == "too_many_requests"
        assert ana.get(f"/api/rooms/{code}")["is_member"], "a player's own code is no guess"


# --- restarts ---

def a_killed_server_comes_back_with_every_acknowledged_move():
    with unlimited() as server:
        table = Table(server, size=6, language="fr")
        for _ in range(3):
            table.turn()
        game = table.a.state["game"]
        server.kill()
        server.start()
        table.connect()
        assert table.a.state["game"] == game
        assert table.a.state["settings"]["language"] == "fr"
        table.turn()


def sigterm_tells_clients_to_come_back_and_ends_soon():
    with unlimited() as server:
        table = Table(server)
        begin = time.monotonic()
        server.process.terminate()
        assert closed_with(lambda: table.a) == 1012
        assert server.process.wait(10) == 0
        assert time.monotonic() - begin < 5
        server.start()
        table.connect()
        table.turn()


def clocks_are_credited_for_the_time_nobody_could_play():
    with unlimited() as server:
        table = Table(server, options={"turn_seconds": 60})
        before = table.a.state["clock"]["deadline_ms"]
        server.kill()
        time.sleep(3)  # what is to be credited
        server.start()
        table.connect()
        table.a.until(lambda s: any(e["type"] == "clock_credited" for e in events_of(s))
                      or s.state["clock"]["offset_ms"] >= 1000)
        gained = table.a.state["clock"]["deadline_ms"] - before
        assert gained >= 3000, gained  # from its last sign of life on


# --- for operators and programs ---

def only_the_operator_sees_and_closes_all_rooms():
    with unlimited() as server:
        table = Table(server)
        admin = operator(server)
        assert refusal(table.ana.get, "/api/admin/rooms") == "not_admin"
        assert refusal(Session(server).get, "/api/admin/rooms") == "not_admin"
        rooms = admin.get("/api/admin/rooms")["rooms"]
        assert [room["code"] for room in rooms] == [table.code]
        assert admin.get(f"/api/admin/rooms/{table.code}")["code"] == table.code
        table.connect()
        admin.post(f"/api/admin/rooms/{table.code}/close")
        table.a.until(lambda s: s.state["phase"] == "closed")
        assert refusal(table.a.send, "chat", text="still here?") == "closed"


def an_operators_look_at_the_roles_is_seen_by_the_room():
    with unlimited() as server:
        table = Table(server)
        admin = operator(server)
        table.connect()
        roles = admin.get(f"/api/admin/games/{table.game_id}/roles")["roles"]
        assert [role["name"] for role in roles] == ["Ana", "Bob"]
        for socket in (table.a, table.b):
            socket.until(lambda s: any(e["type"] == "admin_looked" for e in events_of(s)))
        assert refusal(table.ana.get, f"/api/admin/games/{table.game_id}/roles") == "not_admin"


def health_ready_version_and_metrics_answer():
    with unlimited() as server:
        table = Table(server)
        guest = Session(server)
        assert guest.get("/health") == {"status": "ok"}
        assert guest.get("/ready") == {"status": "ready"}
        version = guest.get("/version")
        assert version["rules"]["journeyman"] >= 1 and version["build"]
        _, text = guest.request("GET", "/metrics", raw=True)
        assert re.search(rb"parlour_commands_total [1-9]", text)
        assert table.code.encode() not in text and b"Ana" not in text


def every_answer_fits_its_description():
    with unlimited() as server:
        table = Table(server, size=3)
        table.a.send("chat", text="hello")
        table.play_out()
        described = table.ana.get("/api/openapi.json")
        names = {"game_id": table.game_id, "game_set_id": table.made["game_set_id"], "code": table.code,
                 "player_id": table.ana.id, "shared_id": table.game_id}
        for socket in (table.a, table.b):
            socket.send("share_game", yes=True)
        names["link"] = table.b.state["share"]["link"]
        checked = 0
        for path, operations in described["paths"].items():
            operation = operations.get("get")
            is_file = path.endswith((".pgn", ".fen", ".script.json", ".svg", ".csv"))
            if operation is None or path.startswith(("/ws", "/metrics")) or is_file:
                continue
            answer, body = table.ana.request("GET", path.format(**names), raw=True)
            kind = str(answer.status) if answer.status < 400 else "4XX"
            content, = resolved(operation["responses"][kind], described)["content"].items()
            assert answer.getheader("Content-Type").startswith(content[0]), path
            problem = misfit(json.loads(body), content[1]["schema"], described)
            assert problem is None, (path, problem)
            checked += answer.status < 400
        assert checked >= 20, checked


def every_event_and_command_of_the_tables_is_described():
    with unlimited() as server:
        ana = server.session("Ana")
        described, catalog = ana.get("/api/openapi.json"), ana.get("/api/catalog")
        tables = [("room.event", catalog["room_events"]), ("room.command", catalog["room_commands"])]
        for game in catalog["games"]:
            tables += [(f"{game['id']}.event", game["events"]), (f"{game['id']}.command", game["commands"])]
        names = [f"{prefix}.{message['name']}" for prefix, table in tables for message in table]
        assert len(names) > 200 and set(names) <= set(described["components"]["schemas"])


def every_message_on_a_socket_fits_its_description():
    page = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs/asyncapi.json").read_text())
    with unlimited() as server:
        table = Table(server, size=3)
        described = table.ana.get("/api/openapi.json")
        table.a.send("chat", text="hello")
        assert refusal(table.a.send, "chat", text="") == "bad_argument"
        table.b.send("react", sticker=1)
        table.play_out()
        kinds = {}
        for name, message in page["components"]["messages"].items():
            payload = json.loads(json.dumps(message["payload"]).replace("openapi.json#", "#"))
            type = payload.get("properties", {}).get("type", {})
            kinds |= {kind: payload for kind in type.get("enum", [type.get("const", name)])}
        frames = table.a.frames + table.b.frames
        for frame in frames:
            problem = misfit(frame, kinds[frame["type"]], described, frame["type"])
            assert problem is None, problem
        seen = {frame["type"] for frame in frames}
        assert {"welcome", "room_state", "game_update", "ok", "error", "chat", "game_over"} <= seen, seen


def what_does_not_fit_its_description_is_found():
    described = {"components": {"schemas": {
        "Event": {"type": "object",
                  "anyOf": [{"properties": {"type": {"const": "a"}}, "required": ["type", "x"]}]}}}}
    event = {"$ref": "#/components/schemas/Event"}
    assert misfit({"type": "a", "x": 1}, event, described) is None
    assert misfit({"type": "a"}, event, described) and misfit({"type": "b", "x": 1}, event, described)
    assert misfit(None, {"type": ["integer", "null"]}, described) is None
    assert misfit("1", {"type": ["integer", "null"]}, described)
    both = {"allOf": [{"required": ["x"]}, {"required": ["y"]}]}
    assert misfit({"x": 1}, both, described) and misfit({"x": 1, "y": 2}, both, described) is None


def resolved(schema, described):
    while "$ref" in schema:
        part = described
        for name in schema["$ref"].removeprefix("#/").split("/"):
            part = part[name]
        schema = part
    return schema


def has_type(value, kind):
    types = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
             "null": type(None)}
    return isinstance(value, types[kind]) and not (kind == "integer" and isinstance(value, bool))


def misfit(value, schema, described, where="answer"):
    """What does not fit the schema, or None: as much of JSON Schema as the description uses."""
    schema = resolved(schema, described)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(has_type(value, kind) for kind in kinds):
        return f"{where} is no {' or '.join(kinds)}"
    if value is None:
        return None
    if "const" in schema and value != schema["const"] or value not in schema.get("enum", [value]):
        return f"{where} is {value!r}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return f"{where} does not look like {schema['pattern']}"
    if "anyOf" in schema:
        problems = [misfit(value, one, described, where) for one in schema["anyOf"]]
        if all(problems):
            return f"{where} is none of the kinds there are: {problems}"
    for one in schema.get("allOf", []):
        if problem := misfit(value, one, described, where):
            return problem
    count = len(value) if kinds == ["object"] else 0
    if not schema.get("minProperties", 0) <= count <= schema.get("maxProperties", 999):
        return f"{where} has {len(value)} members"
    for name in schema.get("required", []):
        if name not in value:
            return f"{where} lacks {name}"
    parts = schema.get("properties", {})
    inner = [(value[name], part, name) for name, part in parts.items() if name in value]
    if "items" in schema:
        inner += [(item, schema["items"], str(i)) for i, item in enumerate(value)]
    problems = (misfit(item, part, described, f"{where}.{name}") for item, part, name in inner)
    return next(filter(None, problems), None)


def anybody_can_verify_a_finished_deal():
    with unlimited() as server:
        table = Table(server, size=3)
        proof = table.bob.get(f"/api/games/{table.game_id}/proof")
        assert "secret" not in proof and "decisions" not in proof and len(proof["commitment"]) == 64
        table.play_out()
        proof = table.bob.get(f"/api/games/{table.game_id}/proof")

        def verify(text):
            done = subprocess.run([BINARY, "verify", "-"], input=text, text=True, capture_output=True)
            return done.returncode
        assert verify(json.dumps(proof)) == 0
        assert verify(json.dumps({**proof, "secret": "0" * 64})) == 1
        assert verify(json.dumps({**proof, "seed": "0" * 64})) == 1
        assert verify("nonsense") == 1
        # Older proofs lack the options that came later; where the rules were others nobody is accused.
        assert verify(json.dumps({**proof, "options": {}})) == 0
        assert verify(json.dumps({**proof, "rules_version": proof["rules_version"] + 1})) == 3


def bots_play_whole_games_on_the_command_line():
    def simulate(*arguments):
        return subprocess.run([BINARY, "simulate", *arguments], text=True, capture_output=True)
    done = simulate("journeyman", "--games", "3", "--seed", "5", "--bots", "1", "--option", "width=4",
                    "--option", "height=4")
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(games) == 3 and "3 games" in done.stderr
    assert games[0]["options"]["width"] == 4 and games[0]["outcome"]["reason"] in ("trapped", "year_survived")
    assert all("told" in event and "type" in event for event in games[0]["events"])
    again = simulate("journeyman", "--games", "3", "--seed", "5", "--bots", "1", "--option", "width=4",
                     "--option", "height=4")
    assert again.stdout == done.stdout
    mixed = simulate("onenight", "--seats", "5", "--bots", "4,1", "--quiet")
    assert mixed.returncode == 0
    assert "seat 3, strength 1" in mixed.stderr and "seat 4, strength 4" in mixed.stderr
    for wrong in (("poker",), ("journeyman", "--seats", "9"), ("journeyman", "--option", "width=99"),
                  ("journeyman", "--games"), ("journeyman", "--bots", "9"), ("journeyman", "--bots", "1,"),
                  ()):
        assert simulate(*wrong).returncode == 2, wrong


AVALON_EVIL = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
AVALON_ROLES = ("merlin", "percival", "assassin", "morgana", "mordred", "oberon")


def simulate_avalon(seats, options, games=1, bots=0):
    flags = [part for name, value in options.items() for part in ("--option", f"{name}={json.dumps(value)}")]
    return subprocess.run([BINARY, "simulate", "avalon", "--seats", str(seats), "--games", str(games),
                           "--bots", str(bots), *flags], text=True, capture_output=True)


def check_avalon(seats, options, **how):
    done = simulate_avalon(seats, options, **how)
    assert done.returncode == 0, (seats, options, done.stderr)
    for game in map(json.loads, done.stdout.splitlines()):
        assert game["seats"] == seats and options.items() <= game["options"].items()
        evil = {event["seat"] for event in game["events"] if event.get("team") == "evil"
                and event["type"] == "role_assigned"}
        assert len(evil) == AVALON_EVIL[seats]
        switches = [event for event in game["events"] if event["type"] == "loyalty_drawn" and event["switch"]]
        if len(switches) % 2:
            evil ^= {event["seat"] for event in game["events"] if event["type"] == "role_assigned"
                     and event["role"].endswith("_lancelot")}
        if any(event["type"] == "servant_named" and event["success"] for event in game["events"]):
            evil |= {event["seat"] for event in game["events"] if event["type"] == "role_assigned"
                     and event["role"] == "untrustworthy_servant"}
        assert set(game["outcome"]["winners"]) in (evil, set(range(seats)) - evil), game["outcome"]


def bots_play_avalon_at_every_size_with_every_option():
    described = json.loads(subprocess.run([BINARY, "describe"], capture_output=True, check=True).stdout)
    options = next(game for game in described["catalog"]["games"] if game["id"] == "avalon")["options"]
    turned = {option["name"]: True if option["type"] == "bool" else max(1, option["min"])
              for option in options
              if not option["name"].startswith("include_") and option["type"] != "name"}
    assert len(turned) == 16, turned
    for seats in AVALON_EVIL:
        for name, value in turned.items():
            check_avalon(seats, {name: value}, games=5)
        check_avalon(seats, turned, bots=3)


def bots_play_avalon_with_the_roles_of_the_large_box():
    plain = {f"include_{role}": False for role in AVALON_ROLES if role not in ("merlin", "assassin")}
    box = ("cleric", "troublemaker", "trickster", "lunatic", "brute", "revealer")
    for seats in (5, 7, 10):
        for role in box:
            check_avalon(seats, {**plain, f"include_{role}": True})
        for mode in ("known", "draw", "schedule"):
            check_avalon(seats, {**plain, "lancelots": mode}, games=2, bots=3)
    check_avalon(10, {**plain, "include_cleric": True, "include_trickster": True, "include_lunatic": True,
                      "lancelots": "draw", "lady_of_the_lake": True}, games=20, bots=2)
    assert simulate_avalon(5, {"lancelots": "draw"}).returncode == 2, "too many evil roles"


def bots_play_avalon_with_magic_messages_and_a_servant():
    plain = {f"include_{role}": False for role in AVALON_ROLES if role not in ("merlin", "assassin")}
    for seats in (5, 7, 10):
        for name, mode in (("sorcerers", "with_evil"), ("sorcerers", "alone"), ("messengers", "apart"),
                           ("messengers", "senior_knows_junior"), ("include_untrustworthy_servant", True)):
            check_avalon(seats, {**plain, name: mode}, games=4, bots=3)


def bots_play_avalon_with_every_set_of_roles_that_the_rules_allow():
    for bits in range(2 ** len(AVALON_ROLES)):
        has = {role: bool(bits >> i & 1) for i, role in enumerate(AVALON_ROLES)}
        evil = sum(has[role] for role in ("assassin", "morgana", "mordred", "oberon"))
        is_legal = has["merlin"] <= has["assassin"] and has["percival"] <= has["merlin"] and evil <= 3
        done = simulate_avalon(7, {f"include_{role}": value for role, value in has.items()})
        assert done.returncode == (0 if is_legal else 2), (has, done.stderr)


def a_running_server_is_backed_up_and_a_backup_restored():
    with unlimited() as server, tempfile.TemporaryDirectory() as folder:
        table = Table(server)
        table.turn()
        copy = f"{folder}/copy.db"

        def parlour(*arguments):
            return subprocess.run([BINARY, *arguments], capture_output=True, text=True).returncode
        assert parlour("backup", "--data", server.data, copy) == 0
        assert parlour("restore", "--data", server.data, copy) == 1, "a server uses it"
        game = table.a.state["game"]
        table.turn()
        server.stop()
        assert parlour("doctor", "--data", server.data) == 0
        assert parlour("restore", "--data", server.data, copy) == 0
        server.start()
        table.connect()
        assert table.a.state["game"]["journeyman_position"] == game["journeyman_position"]
        assert table.a.state["game"]["current_role"] == "weather"


def backups_of_a_folder_are_sound_and_the_oldest_go():
    with unlimited() as server, tempfile.TemporaryDirectory() as folder:
        Table(server).turn()
        old = [f"parlour-2020010{day}-000000.db" for day in range(1, 4)]
        for name in (*old, "mine.db"):
            pathlib.Path(folder, name).touch()

        def parlour(*arguments):
            return subprocess.run([BINARY, "backup", "--data", server.data, *arguments],
                                  capture_output=True, text=True).returncode
        for wrong in (("--keep", "0", folder), ("--keep", "x", folder), ("--keep",), ("--keep", "2")):
            assert parlour(*wrong) == 2, wrong
        assert parlour("--keep", "2", folder + "/absent") == 1
        assert len(os.listdir(folder)) == 4

        assert parlour("--keep", "2", folder) == 0
        left = sorted(os.listdir(folder))
        assert left[:2] == ["mine.db", old[2]] and len(left) == 3, left
        with sqlite3.connect(f"{folder}/{left[2]}") as copy:
            assert copy.execute("SELECT count(*) FROM log").fetchone()[0] > 0


def a_copy_is_made_at_once_and_then_every_so_often():
    """Only the first one is waited for: the shortest time between two is a minute."""
    with unlimited() as server, tempfile.TemporaryDirectory() as folder:
        Table(server).turn()
        command = [BINARY, "backup", "--data", server.data]
        for wrong in (["--every", "5", folder], ["--keep", "2", "--every", "0", folder]):
            assert subprocess.run(command + wrong, capture_output=True).returncode == 2, wrong
        running = subprocess.Popen(command + ["--keep", "2", "--every", "5", folder], stdout=subprocess.PIPE,
                                   text=True)
        assert "is a sound copy of" in running.stdout.readline()
        assert running.poll() is None and len(os.listdir(folder)) == 1
        running.terminate()
        assert running.wait(20) == -signal.SIGTERM
        running.stdout.close()


def the_doctor_says_what_to_do():
    with unlimited() as server, tempfile.TemporaryDirectory() as folder:
        Table(server).turn()
        server.stop()
        data = pathlib.Path(server.data, "parlour.db")

        def doctor(*arguments):
            done = subprocess.run([BINARY, "doctor", "--data", server.data, *arguments], capture_output=True,
                                  text=True)
            return done.returncode, done.stdout
        assert doctor()[0] == 0
        code, said = doctor("--backups", folder)
        assert code == 1 and "backups: none" in said and "do: systemctl enable" in said, said
        subprocess.run([BINARY, "backup", "--data", server.data, "--keep", "2", folder], check=True,
                       capture_output=True)
        copy, = os.listdir(folder)
        assert doctor("--backups", folder)[0] == 0
        data.chmod(0o644)
        code, said = doctor()
        assert code == 1 and f"do: chmod 600 {data}" in said, said
        data.chmod(0o600)
        content = bytearray(data.read_bytes())
        content[4096:] = bytes(len(content) - 4096)
        data.write_bytes(content)
        code, said = doctor("--backups", folder)
        assert code == 1 and f"restore --data {server.data} {folder}/{copy}" in said, said
        subprocess.run([BINARY, "restore", "--data", server.data, f"{folder}/{copy}"], check=True,
                       capture_output=True)
        assert doctor("--backups", folder)[0] == 0
        server.start()


def a_chess_game_is_exported_as_pgn_and_fen():
    with unlimited() as server:
        ana, bob = server.session("Ana"), server.session("Bob")
        made = ana.create("chess")
        game = made["game_id"]
        bob.post(f"/api/games/{game}/join")
        ana.act(game, "select_role", role="A")
        bob.act(game, "select_role", role="B")
        for player in (ana, bob):
            player.act(game, "ready")
        ana.post(f"/api/games/{game}/start")
        ana.act(game, "move", uci="e2e4")
        bob.act(game, "move", uci="e7e5")
        _, pgn = ana.request("GET", f"/api/games/{game}.pgn", raw=True)
        assert b"1. e4" in pgn and b"Ana" in pgn, pgn
        _, fen = bob.request("GET", f"/api/games/{game}.fen", raw=True)
        assert fen.startswith(b"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"), fen
        assert refusal(server.session("Eve").get, f"/api/games/{game}.pgn") == "no_room"


def the_script_of_a_grimoire_is_exported_to_everybody_at_the_table():
    with unlimited() as server:
        ana, bob, eve = (server.session(name) for name in ("Ana", "Bob", "Eve"))
        game = ana.create("grimoire")["game_id"]
        path = f"/api/games/{game}.script.json"
        bob.post(f"/api/games/{game}/join")
        for name in ("Cleo", "Dan", "Emil", "Finn"):
            ana.act(game, "add_guest", name=name)
        assert refusal(ana.get, path) == "not_found", "no game yet"
        ana.post(f"/api/games/{game}/start")
        ana.act(game, "begin_script", name="Small town")
        ana.act(game, "describe_script", part="author", text="Ana")
        for character in ("chef", "empath", "monk", "saint", "poisoner", "imp"):
            ana.act(game, "add_character", character=character)
        script = ana.get(path)
        assert script == [{"id": "_meta", "name": "Small town", "author": "Ana"},
                          "chef", "empath", "monk", "saint", "poisoner", "imp"], script
        assert bob.get(path) == script
        assert refusal(eve.get, path) == "no_room"
        assert refusal(ana.get, f"/api/games/{game}.pgn") == "not_found"


def lost_by_white(server):
    """Four sessions at a chess game with a wolf that Black has just won, and a spectator."""
    players = [server.session(name) for name in ("Ana", "Bob", "Cleo", "Dan")]
    ana = players[0]
    game = ana.create("chess", options={"mode": "werewolf"})["game_id"]
    for player in players[1:]:
        player.post(f"/api/games/{game}/join")
    for player, team in zip(players, "AABB"):
        player.act(game, "select_role", role=team)
        player.act(game, "ready")
    ana.post(f"/api/games/{game}/start")
    for player in players:
        player.act(game, "acknowledge")
    watcher = server.session("Eve")
    watcher.post(f"/api/games/{game}/join")
    for seat, uci in ((0, "f2f3"), (2, "e7e5"), (1, "g2g4"), (3, "d8h4")):
        players[seat].act(game, "move", uci=uci)
    return game, players, watcher


def the_vote_for_the_wolf_goes_over_http_too():
    with unlimited() as server:
        game, players, watcher = lost_by_white(server)
        ana, bob, cleo, _ = players
        votes = f"/api/games/{game}/votes"
        roles = [player.get(f"/api/games/{game}/my-role")["my_role"] for player in players]
        assert sorted(roles) == ["villager", "villager", "villager", "werewolf"]
        assert roles == [player.get(f"/api/games/{game}/me/role")["my_role"] for player in players]
        assert watcher.get(f"/api/games/{game}/my-role")["my_role"] is None

        ana.post(votes, {"suspect": 1})
        before = bob.get(f"/api/games/{game}")["state"]["game"]
        for player, suspect, code in ((ana, 2, "not_now"), (bob, 1, "bad_target"), (bob, 9, "bad_argument"),
                                      (bob, "Ana", "bad_argument"), (watcher, 0, "not_seated")):
            assert refusal(player.post, votes, {"suspect": suspect}) == code, (suspect, code)
        assert refusal(bob.post, f"{votes}/close") == "not_now"
        assert bob.get(f"/api/games/{game}")["state"]["game"] == before
        assert cleo.get(votes)["votes"]["ballots"] == [{"seat": 0, "suspect": 1}]
        assert "ballots" not in watcher.get(votes)["votes"] and "roles" not in before

        admin = operator(server)
        seen = admin.get(votes)["votes"]
        assert seen["count"] == 1 and "ballots" not in seen
        closed = admin.post(f"{votes}/close")["state"]["game"]
        assert closed["votes"]["closed_by"] == "admin" and closed["votes"]["majority"] == 1
        assert closed["roles"] == roles
        assert watcher.get(votes)["votes"]["ballots"] == [{"seat": 0, "suspect": 1}]
        assert admin.get(votes)["votes"]["ballots"] == [{"seat": 0, "suspect": 1}]
        assert refusal(cleo.post, votes, {"suspect": 0}) == "wrong_phase"
        assert refusal(admin.post, f"{votes}/close") == "wrong_phase"


def points_of(players):
    """What the leaderboard and each player's history say of Loup-Garou: two counts, and a reason per game."""
    board = players[0].get("/api/leaderboard?game=chess")["leaderboard"]
    counts = {row["name"]: (row["correct_identifications"], row["werewolf_successes"]) for row in board}
    reasons = [[game["point"] for game in players[0].get(f"/api/players/{player.id}/history")["games"]]
               for player in players]
    return [counts.get(player.name) for player in players], reasons


def who_won(players):
    """As the histories have it; the leaderboard counts the same."""
    ana = players[0]
    won = [ana.get(f"/api/players/{player.id}/history")["games"][0]["won"] for player in players]
    wins = {row["name"]: row["wins"] for row in ana.get("/api/leaderboard?game=chess")["leaderboard"]}
    assert [wins[player.name] for player in players] == [int(has) for has in won]
    return won


def loup_garou_points_are_counted_per_person_and_reason():
    with unlimited() as server:
        game, players, _ = lost_by_white(server)
        wolf = [player.get(f"/api/games/{game}/my-role")["my_role"] for player in players].index("werewolf")
        for seat, player in enumerate(players):
            assert points_of(players) == ([None] * 4, [[]] * 4), "nothing before the vote is closed"
            player.post(f"/api/games/{game}/votes", {"suspect": (wolf + 1) % 4 if seat == wolf else wolf})
        counts, reasons = points_of(players)
        assert counts == [(0, 0) if seat == wolf else (1, 0) for seat in range(4)]
        assert reasons == [[None] if seat == wolf else ["found_werewolf"] for seat in range(4)]
        # An unmasked wolf has not won, whichever team has; a villager wins with the team.
        assert who_won(players) == [seat >= 2 and seat != wolf for seat in range(4)]
        server.restart()
        assert points_of(players) == (counts, reasons)


def a_wolf_nobody_names_is_counted_with_the_losing_team():
    with unlimited() as server:
        game, players, _ = lost_by_white(server)
        roles = [player.get(f"/api/games/{game}/my-role")["my_role"] for player in players]
        for player in players:  # the creator alone closes nothing
            assert points_of(players)[0] == [None] * 4
            player.post(f"/api/games/{game}/votes/close")
        counts, _ = points_of(players)
        assert counts == [(0, int(role == "werewolf" and seat < 2)) for seat, role in enumerate(roles)]
        # A wolf wins by getting away with a lost game, and has not won with the own team.
        assert who_won(players) == [(seat < 2) == (role == "werewolf") for seat, role in enumerate(roles)]


def an_operator_does_nothing_else_in_a_game():
    with unlimited() as server:
        game, _, _ = lost_by_white(server)
        admin = operator(server)
        for path in ("votes", "vote", "actions", "leave", "chat"):
            body = {"type": "vote", "suspect": 0, "text": "hello"}
            assert refusal(admin.post, f"/api/games/{game}/{path}", body) == "no_session", path


def the_log_holds_no_token_and_no_name():
    with unlimited("--log-level", "debug") as server:
        table = Table(server)
        table.turn()
        assert table.ana.token not in server.log and "Ana" not in server.log


def whoever_sees_everything_was_let_by_all_who_play_and_nobody_else_does():
    with unlimited() as server:
        ana, bob, eve = server.session("Ana"), server.session("Bob"), server.session("Eve")
        game = ana.post("/api/games", {"game": "onenight", "name": "Ana"})["game_id"]
        bob.post(f"/api/games/{game}/join", {"name": "Bob"})
        for _ in range(3):
            ana.post(f"/api/games/{game}/actions", {"type": "add_bot"})
        ana.post(f"/api/games/{game}/actions", {"type": "start"})
        eve.post(f"/api/games/{game}/join", {"name": "Eve", "as_spectator": True})
        everything = f"/api/games/{game}/everything"
        assert refusal(eve.get, everything) == refusal(ana.get, everything) == "not_now"
        eve.post(f"/api/games/{game}/actions", {"type": "ask_to_see"})
        assert refusal(eve.get, everything) == "not_now"
        ana.post(f"/api/games/{game}/actions", {"type": "let_see", "player": eve.id, "yes": True})
        assert refusal(eve.get, everything) == "not_now", "a host who plays is one of many"
        bob.post(f"/api/games/{game}/actions", {"type": "let_see", "player": eve.id, "yes": True})
        seats = eve.get(everything)["seats"]
        assert len(seats) == 5 and all(one["view"]["dealt"] for one in seats), seats
        assert refusal(ana.get, everything) == "not_now"
        assert eve.get(f"/api/games/{game}")["state"]["game"].get("my_role") is None


def the_brief_catalog_is_the_whole_one_without_its_messages():
    with unlimited() as server:
        guest = Session(server)
        whole, brief = guest.get("/api/catalog"), guest.get("/api/catalog?brief=1")
        for game in whole["games"]:
            del game["commands"], game["events"]
        assert brief == {"games": whole["games"], "bot_strength_max": whole["bot_strength_max"]}


def every_page_and_answer_is_guarded_by_headers():
    with unlimited() as server:
        guest = Session(server)
        page, body = guest.request("GET", "/", raw=True)
        assert page.status == 200 and b"<html" in body
        assert "frame-ancestors 'none'" in page.getheader("Content-Security-Policy")
        assert page.getheader("X-Content-Type-Options") == "nosniff"
        assert guest.request("GET", "/game/KRTWGP", raw=True)[0].status == 200
        assert guest.request("GET", "/nothing.js", raw=True)[0].status == 404
        api, _ = guest.request("GET", "/api/catalog", raw=True)
        assert api.getheader("Cache-Control") == "no-store"


main(own_tests(globals()))
