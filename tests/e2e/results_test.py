#!/usr/bin/env python3
"""Results to take home: a finished game as JSON, the evening as a table, a link for strangers."""
import csv
import io

from api_helpers import unlimited
from harness import Session, main, own_tests
from players import Table, refusal


def finished(server, **options):
    table = Table(server, size=3, **options)
    assert refusal(table.ana.get, f"/api/games/{table.game_id}.json") == "not_now"
    table.play_out()
    return table


def report_of(table, caller):
    return caller.get(f"/api/games/{table.game_id}.json")


def share(table, named=True):
    """The path of the link that both agree to."""
    table.a.send("share_game", yes=True)
    table.b.send("share_game", yes=True, named=named)
    return f"/api/shared/{table.game_id}/{table.b.state['share']['link']}"


def those_who_played_take_a_finished_game_home():
    with unlimited() as server:
        table = finished(server)
        report = report_of(table, table.bob)
        assert report["game"] == "journeyman" and report["game_number"] == 1
        assert {person["name"] for person in report["people"]} == {"Ana", "Bob"}
        assert sum(person["won"] for person in report["people"]) == 1
        assert report["table"]["game"]["winner"] is not None
        assert refusal(report_of, table, server.session("Sam")) == "no_room"


def a_game_can_be_taken_home_after_the_next_one_and_after_the_evening():
    with unlimited() as server:
        table = finished(server)
        at_once = report_of(table, table.ana)
        table.a.send("rematch")
        assert report_of(table, table.ana) == at_once
        table.a.send("end_set")
        assert report_of(table, table.ana) == at_once
        server.restart()
        assert report_of(table, table.ana) == at_once


def the_evening_is_a_table_that_spreadsheets_read_as_text():
    with unlimited() as server:
        table = finished(server)
        table.a.send("rename", name='=SUM("A1")')
        path = f"/api/game-sets/{table.made['game_set_id']}/evening.csv"
        _, body = table.ana.request("GET", path, raw=True)
        text = body.decode("utf-8-sig") if isinstance(body, bytes) else body.lstrip("\ufeff")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) == 2
        assert {row["player"] for row in rows} == {'\'=SUM("A1")', "Bob"}
        assert {row["game"] for row in rows} == {"journeyman"}
        assert sorted(row["won"] for row in rows) == ["no", "yes"]
        assert refusal(server.session("Sam").get, path) == "no_room"


def a_link_for_strangers_shows_the_names_that_were_given():
    with unlimited() as server:
        table = finished(server)
        path = share(table, named=False)
        stranger = Session(server)
        report = stranger.get(path)
        assert [person["name"] for person in report["people"]].count(None) == 1
        assert "Bob" not in str(report) and table.bob.id not in str(report) and table.code not in str(report)
        events = stranger.get(path + "/events")["events"]
        assert events and all(one["event"]["kind"] == "game" for one in events)
        assert "Bob" not in str(events) and "Ana" not in str(events)


def the_link_stays_after_the_next_game_and_a_restart():
    with unlimited() as server:
        table = finished(server)
        path = share(table)
        stranger = Session(server)
        at_once, told = stranger.get(path), stranger.get(path + "/events")
        table.a.send("rematch")
        server.restart()
        assert stranger.get(path) == at_once
        assert stranger.get(path + "/events")["events"] == told["events"]


def nothing_is_shared_without_everybodys_yes():
    with unlimited() as server:
        table = finished(server)
        stranger = Session(server)
        link = table.ana.id
        table.a.send("share_game", yes=True)
        for path in (f"/api/shared/{table.game_id}/{link}", f"/api/shared/7zzzzzzzzzzzz/{link}",
                     f"/api/shared/{table.game_id}/0000000000000", "/api/shared/x/y"):
            for end in ("", "/events"):
                assert refusal(stranger.get, path + end) == "not_found", path
        path = share(table)
        stranger.get(path)
        table.b.send("share_game", yes=False)
        assert refusal(stranger.get, path) == "not_found"


if __name__ == "__main__":
    main(own_tests(globals()))
