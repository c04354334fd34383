#!/usr/bin/env python3
"""The contracts of the five specifications, with their own words, on the real binary. docs/specifications.md
lists them all; its table is walked here: the tests it names exist, and it names every test of this file."""
import pathlib
import re
import sqlite3

from api_helpers import unlimited
from harness import Refused, main, own_tests
from players import Table, refusal

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs/specifications.md"
SEERS = ["Werewolf"] + ["Seer"] * 5  # of three players at least two are Seers


def one_night(server, roles=SEERS, **options):
    """Three people at a table of One Night that was made with the specification's words."""
    people = [server.session(name) for name in ("Ana", "Bob", "Cleo")]
    made = people[0].post("/api/games", {"game": "onenight", "num_players": 3, "selected_roles": roles,
                                         "discussion_timer_seconds": 60, "options": options})
    for person in people[1:]:
        person.post(f"/api/rooms/{made['code']}/join", {"player_name": person.name})
    return made, people


def state_of(person, game):
    return person.get(f"/api/games/{game}")["state"]


def begun(server, **options):
    made, people = one_night(server, night_pace="eager", **options)
    people[0].post(f"/api/games/{made['game_id']}/assign-roles")
    for person in people:
        person.post(f"/api/games/{made['game_id']}/actions", {"type": "acknowledge"})
    return made, people


def to_state(people, game, wanted):
    """Answers whatever is asked, and lets the host go on, until the game is in the state wanted."""
    for _ in range(400):
        for person in people:
            view = state_of(person, game)["game"]
            if view["state"] == wanted:
                return
            for offer in view["available_actions"]:
                if offer["type"] == "act":
                    take = {key: offer[key]["from"][:offer[key]["count"]] for key in ("players", "center")}
                    person.act(game, "act", **take)
                    break
                if offer["type"] in ("acknowledge", "call_vote") and offer.get("wants", [True])[0]:
                    arguments = {"wants": True} if "wants" in offer else {}
                    person.act(game, offer["type"], **arguments)
        state = state_of(people[0], game)
        if state["game"]["state"] != wanted and "skip" in state["you"]["actions"]:
            people[0].act(game, "skip")
    raise AssertionError(f"never {wanted}")


def a_game_is_made_of_a_list_of_roles():
    with unlimited() as server:
        made, people = one_night(server)
        settings = state_of(people[0], made["game_id"])["settings"]
        assert settings["num_players"] == 3 and settings["options"]["seer"] == 5, settings
        assert settings["options"]["werewolf"] == 1 and settings["options"]["villager"] == 0
        assert settings["options"]["discussion_seconds"] == 60
        for roles in (["Werewolf", "Wizard"], "Seer", [1], {"seer": 1}):
            refused = refusal(people[0].post, "/api/games", {"game": "onenight", "selected_roles": roles})
            assert refused == "bad_option", (roles, refused)
        avalon = people[0].post("/api/games", {"game": "avalon", "options": {
            "roles": ["merlin", "percival", "loyal_servant", "assassin", "mordred"]}})
        options = state_of(people[0], avalon["game_id"])["settings"]["options"]
        included = [role for role in ("merlin", "percival", "assassin", "morgana", "mordred", "oberon")
                    if options[f"include_{role}"]]
        assert included == ["merlin", "percival", "assassin", "mordred"], included


def a_room_is_joined_by_its_code():
    with unlimited() as server:
        made, people = one_night(server)
        shown = people[0].get(f"/api/rooms/{made['code']}")
        assert shown["game_id"] == made["game_id"]
        dan = server.session("Dan")
        assert refusal(dan.post, "/api/rooms/BCDFGH/join") == "no_room"
        assert refusal(dan.post, "/api/rooms/vow-ls/join") == "bad_code"
        assert dan.post(f"/api/rooms/{made['code']}/join")["state"]["you"]["name"] == "Dan"


def people_have_ids_names_and_pictures():
    with unlimited() as server:
        made, people = one_night(server)
        players = people[1].get(f"/api/games/{made['game_id']}/players")["players"]
        assert [(player["player_id"], player["player_name"]) for player in players] == \
            [(person.id, person.name) for person in people]
        pictures = [people[0].request("GET", player["avatar_url"], raw=True) for player in players]
        assert all(answer.status == 200 and answer.getheader("Content-Type") == "image/svg+xml" and
                   body.startswith(b"<svg ") and b"<script" not in body for answer, body in pictures)
        assert len({body for _, body in pictures}) == 3, "each has their own"
        for number in ("40", "-1", "x", "007", ""):
            assert people[0].request("GET", f"/api/avatars/{number}.svg", raw=True)[0].status == 404, number


def talk_has_a_message_and_who_said_it():
    with unlimited() as server:
        made, (ana, bob, _) = one_night(server)
        chat = f"/api/games/{made['game_id']}/chat"
        bob.post(chat, {"message": "Good evening"})
        said = ana.get(chat)["messages"][-1]
        assert (said["message"], said["player_id"], said["player_name"], said["game_set_id"]) == \
            ("Good evening", bob.id, "Bob", made["game_set_id"])
        assert said["timestamp"] > 1_600_000_000_000 and said["message_id"] == said["event"]["seq"]
        assert refusal(bob.post, chat, {"message": "a", "text": "b"}) == "bad_json"
        assert refusal(bob.post, chat, {"message": 5}) == "bad_argument"


def the_night_names_what_can_be_touched_and_what_was_learnt():
    with unlimited() as server:
        made, people = begun(server)
        game = made["game_id"]
        seers = [person for person in people if state_of(person, game)["game"]["dealt"] == "seer"]
        seer, other = seers[0], next(person for person in people if person is not seers[0])
        for _ in range(60):
            view = state_of(seer, game)["game"]
            if view["current_role_step"] == "seer":
                break
            wolf = next((person for person in people if person not in seers), None)
            offers = state_of(wolf, game)["game"]["available_actions"] if wolf else []
            if offers and offers[0]["type"] == "act":
                cards = offers[0]["center"]
                wolf.act(game, "act", players=[], center=cards["from"][:cards["count"]])
            elif state_of(seer, game)["game"]["current_role_step"] == view["current_role_step"]:
                people[0].act(game, "skip")
        offer = seer.get(f"/api/games/{game}/players/{seer.id}/available-actions")
        others = [person.id for person in people if person is not seer]
        assert sorted(offer["actionable_players"]) == sorted(others), offer
        assert offer["actionable_center_cards"] == [0, 1, 2]
        assert offer["instructions"] == "Choose 1 player, or 2 center cards, or nothing.", offer
        path = f"/api/games/{game}/players"
        assert refusal(other.get, f"{path}/{seer.id}/available-actions") == "not_allowed"
        assert refusal(seer.act, game, "act", players=["7zzzzzzzzzzzz"], center=[]) == "bad_argument"
        seer.act(game, "act", players=[], center=[0, 2])
        if len(seers) > 1:
            seers[1].act(game, "act", players=[seer.id], center=[])
        to_state(people, game, "DAY_DISCUSSION")
        records = seer.get(f"{path}/{seer.id}/actions")["actions"]
        assert [(record["action_type"], record["source_id"], record["target_id"], record["player_id"])
                for record in records] == [("VIEW_CARD", "0", "", seer.id), ("VIEW_CARD", "2", "", seer.id)]
        if len(seers) > 1:
            record = seers[1].get(f"{path}/{seers[1].id}/actions")["actions"][0]
            assert record["source_id"] == seer.id and record["source_role"] == "seer", record
        idle = other.get(f"{path}/{other.id}/available-actions")
        assert idle["actionable_center_cards"] == [], "by day no card is touched"


def votes_are_given_by_id_and_the_next_game_begins_at_once():
    with unlimited() as server:
        made, people = begun(server)
        game = made["game_id"]
        to_state(people, game, "DAY_VOTING")
        for voter, target in zip(people, people[1:] + people[:1]):
            voter.post(f"/api/games/{game}/vote", {"target_player_id": target.id})
        ballots = people[0].get(f"/api/games/{game}/votes")["ballots"]
        assert [(ballot["voter_player_id"], ballot["target_player_id"]) for ballot in ballots] == \
            [(voter.id, target.id) for voter, target in zip(people, people[1:] + people[:1])]
        assert state_of(people[0], game)["game"]["state"] == "RESULTS"
        scores = people[0].get(f"/api/game-sets/{made['game_set_id']}/scores")["scores"]
        assert all(row["wins"] + row["losses"] == 1 for row in scores)
        assert scores == people[0].get(f"/api/games/{game}/scores")["scores"]
        second = people[0].post(f"/api/game-sets/{made['game_set_id']}/games")["state"]
        assert second["phase"] == "playing" and second["game_number"] == 2 and second["game_id"] != game
        assert second["game"]["state"] == "REVEAL"
        people[0].post(f"/api/game-sets/{made['game_set_id']}/end")
        assert state_of(people[0], made["game_set_id"])["phase"] == "closed"


def nobody_learns_more_by_the_other_names():
    """What is added is the caller's own: a stranger, a spectator and another seat read no secret by it."""
    with unlimited() as server:
        made, people = begun(server)
        game = made["game_id"]
        watcher = server.session("Eve")
        watcher.post(f"/api/rooms/{made['code']}/join", {"as_spectator": True})
        for path in ("my-role", "votes", "action-status"):
            answer = watcher.get(f"/api/games/{game}/{path}")
            assert "seer" not in str(answer.get("role")) and not answer.get("ballots"), (path, answer)
        own = watcher.get(f"/api/games/{game}/players/{watcher.id}/available-actions")
        assert own["actionable_players"] == [] and own["instructions"] == "Wait.", own
        stranger = server.session("Sam")
        for path in ("/players", "/votes", "/chat", f"/players/{stranger.id}/available-actions"):
            assert refusal(stranger.get, f"/api/games/{game}{path}") == "no_room", path
        for path in ("votes", "me/role"):
            assert refusal(stranger.get, f"/games/{game}/{path}") == "no_room", path


def team_chess_is_made_and_voted_on_without_api_in_its_path():
    with unlimited() as server:
        people = [server.session(name) for name in ("Ana", "Bob", "Cleo", "Dan")]
        made = people[0].post("/games", {"mode": "werewolf", "twoWolvesPerTeams": False})
        game = made["game_id"]
        options = state_of(people[0], game)["settings"]["options"]
        assert options["mode"] == "werewolf" and options["wolf_per_team"] is False
        for person in people[1:]:
            person.post(f"/api/games/{game}/join")
        for person, team in zip(people, "AABB"):
            person.act(game, "select_role", role=team)
        people[0].post(f"/api/games/{game}/start")
        for person in people:
            person.act(game, "acknowledge")
        roles = [person.get(f"/games/{game}/me/role")["role"] for person in people]
        assert sorted(roles) == ["villager"] * 3 + ["werewolf"]
        for seat, uci in ((0, "f2f3"), (2, "e7e5"), (1, "g2g4"), (3, "d8h4")):
            people[seat].act(game, "move", uci=uci)
        votes = f"/games/{game}/votes"
        for wrong in ("7zzzzzzzzzzzz", "Bob", None, 9):
            assert refusal(people[0].post, votes, {"suspectUserId": wrong}) == "bad_argument", wrong
        people[0].post(votes, {"suspectUserId": people[1].id})
        ballot = {"voterUserId": people[0].id, "suspectUserId": people[1].id}
        assert people[2].get(votes)["ballots"] == [ballot]
        assert refusal(people[1].post, f"{votes}/close") == "not_now"
        with sqlite3.connect(f"file:{server.data}/parlour.db?mode=ro", uri=True) as database:
            assert database.execute("SELECT mode, vote_open FROM games").fetchall() == [("werewolf", 1)]
        for person in people[1:]:
            person.post(votes, {"suspectUserId": people[0].id})
        with sqlite3.connect(f"file:{server.data}/parlour.db?mode=ro", uri=True) as database:
            assert database.execute("SELECT mode, vote_open FROM games").fetchall() == [("werewolf", 0)]
        assert refusal(people[0].post, "/games", {"mode": "blitz"}) == "bad_option"


def a_quest_is_proposed_with_players_ids():
    with unlimited() as server:
        people = [server.session(name) for name in ("Ana", "Bob", "Cleo", "Dan", "Eve")]
        game = people[0].create("avalon")["game_id"]
        for person in people[1:]:
            person.post(f"/api/games/{game}/join")
        people[0].act(game, "start")
        for person in people:
            person.act(game, "acknowledge_role")
        seats = {person["seat"]: person["player"] for person in state_of(people[0], game)["people"]}
        leader, offer = next((person, offer) for person in people
                             for offer in state_of(person, game)["game"]["available_actions"]
                             if offer["type"] == "propose_team")
        team = [seats[seat] for seat in range(offer["team"]["count"])]
        for wrong in (team[:-1], ["7zzzzzzzzzzzz", *team[1:]], team[:1] * len(team), "everybody"):
            refused = refusal(leader.act, game, "propose_team", team_members=wrong)
            assert refused in ("bad_argument", "bad_target"), (wrong, refused)
        proposed = leader.act(game, "propose_team", team_members=team)["state"]["game"]
        assert proposed["phase"] == "team_voting", proposed["phase"]


def hurried(person, game, wanted):
    """Plays a seat with the first of everything, beside bots; what was told up to the first such event."""
    for _ in range(300):
        told = person.get(f"/api/games/{game}/events")["events"]
        types = [one["event"]["type"] for one in told]
        if wanted in types:
            return told[:types.index(wanted) + 1]
        for offer in state_of(person, game)["game"]["available_actions"] + [{"type": "skip"}]:
            values = {name: value for name, value in offer.items() if name != "type"}
            take = {name: value[0] if isinstance(value, list) else value["from"][:value["count"]]
                    for name, value in values.items() if isinstance(value, list) or
                    isinstance(value["count"], int)}
            try:
                person.act(game, offer["type"], **take)
            except Refused:  # a bot was faster, or it was too early
                pass
    raise AssertionError(f"never {wanted}")


def events_have_a_payload_with_players_ids_and_quests_have_cards():
    with unlimited("--reads-per-minute", "0") as server:
        ana = server.session("Ana")
        game = ana.create("avalon")["game_id"]
        for _ in range(4):
            ana.act(game, "add_bot")
        ana.act(game, "start")
        told = hurried(ana, game, "quest_completed")
        ids = {person["seat"]: person["player"] for person in state_of(ana, game)["people"]}
        of = {one["type"]: one for one in told if "payload" in one}
        assert of["role_assigned"]["payload"]["seat"] == ana.id, of["role_assigned"]
        proposed = of["team_proposed"]
        assert proposed["payload"]["leader"] == ids[proposed["event"]["leader"]]
        team = [ids[seat] for seat in proposed["event"]["team_members"]]
        assert proposed["payload"]["team_members"] == team
        quest = of["quest_completed"]["payload"]
        assert quest["cards"] == ["success"] * quest["success_count"] + ["fail"] * quest["fail_count"]
        assert len(quest["cards"]) == len(team), "a card for each"
        assert all(set(one["payload"]) - {"cards"} <= set(one["event"]) for one in of.values())
        assert not any("payload" in one for one in told if one["event"].get("kind") != "game")


def the_grimoires_events_have_the_names_of_the_specification():
    with unlimited() as server:
        nora = server.session("Nora")
        game = nora.create("grimoire")["game_id"]
        for _ in range(5):
            nora.act(game, "add_bot")
        for command, arguments in (("start", {}), ("fill_bag", {"style": "any"}), ("deal", {}),
                                   ("hand_out", {}), ("begin_night", {}), ("begin_day", {}),
                                   ("add_effect", {"seat": 1, "effect": "pure"}),
                                   ("execute", {"seat": 0}), ("end_game", {"winner": "good"})):
            nora.act(game, command, **arguments)
        events = nora.get(f"/api/games/{game}/events")["events"]
        types = [one["type"] for one in events if "type" in one]
        wanted = ["game_created", "night_started", "day_started", "execution", "game_ended"]
        assert [type for type in types if type in wanted] == wanted, types
        assert "role_revealed" in types and "effect_added" in types
        executed = next(one for one in events if one.get("type") == "execution")
        seats = {person["seat"]: person["player"] for person in state_of(nora, game)["people"]}
        assert executed["event"]["type"] == "executed" and executed["payload"]["seat"] == seats[0]


def journeyman_says_who_sits_and_who_has_won():
    with unlimited() as server:
        ana = server.session("Ana")
        made = ana.create("journeyman", code="BCDFGH")
        socket = ana.socket(made["code"])
        socket.until(lambda s: s.state is not None)
        assert made["code"] == "BCDFGH" and made["url"] == "/game/BCDFGH"
        assert socket.state["players"] == {"journeyman": False, "weather": False}
        assert socket.state["game_status"] == "waiting"
        socket.send("select_role", role="weather")
        socket.until(lambda s: s.state["players"] == {"journeyman": False, "weather": True})
        table = Table(server, size=3)
        game = table.a.state["game"]
        assert game["game_status"] == "active" and game["grid_size"] == 3 and game["current_turn"] == 1
        assert game["current_role"] == "journeyman" and game["journeyman_position"] == {"x": 0, "y": 0}
        table.play_out()
        over = table.a.until(lambda s: s.over).over[0]
        assert over["winner"] in ("journeyman", "weather"), over
        assert over["stats"]["days_survived"] >= 1 and over["stats"] == table.a.state["game"]["stats"]


def pages_of_a_listed_origin_use_the_api_with_a_token():
    front = {"Origin": "http://localhost:5173"}
    with unlimited("--origins", "http://localhost:5173") as server:
        ana = server.session("Ana")
        asked, _ = ana.request("OPTIONS", "/api/games", headers=front, raw=True)
        assert asked.status == 204 and asked.getheader("Access-Control-Allow-Origin") == front["Origin"]
        assert "authorization" in asked.getheader("Access-Control-Allow-Headers")
        for answer, _ in (ana.request("GET", "/api/session", headers=front, raw=True),
                          ana.request("POST", "/api/games", {"game": "chess"}, headers=front, raw=True),
                          ana.request("GET", "/api/games/none", headers=front, raw=True)):
            assert answer.getheader("Access-Control-Allow-Origin") == front["Origin"]
            assert answer.getheader("Access-Control-Allow-Credentials") is None, "never with cookies"
        for origin in ("http://localhost:5174", "http://localhost:5173.evil.example", "null", "*",
                       "http://LOCALHOST:5173", "http://localhost"):
            answer, _ = ana.request("OPTIONS", "/api/games", headers={"Origin": origin}, raw=True)
            assert answer.status == 405 and answer.getheader("Access-Control-Allow-Origin") is None, origin
    with unlimited() as server:
        answer, _ = server.session("Ana").request("GET", "/api/session", headers=front, raw=True)
        assert answer.getheader("Access-Control-Allow-Origin") is None, "nobody is listed"


def the_address_of_a_set_leads_to_its_table():
    with unlimited() as server:
        ana = server.session("Ana")
        made = ana.create("chess")
        answer, _ = ana.request("GET", f"/game/{made['game_set_id']}", raw=True)
        assert answer.status == 302 and answer.getheader("Location") == made["url"]
        for other in (made["game_id"], "7zzzzzzzzzzzz"):
            answer, _ = ana.request("GET", f"/game/{other}", raw=True)
            assert answer.getheader("Location") is None, "the ids of games are in everybody's history"


COLUMNS = {
    "roles": "role_id has_action wake_order team description",
    "game_sets": "game_set_id created_by num_players selected_roles discussion_timer_seconds created_at "
                 "updated_at ended_at",
    "games": "game_id game_set_id game_number state current_role_step active_roles card_0_role card_1_role "
             "card_2_role created_at updated_at ended_at mode vote_open",
    "players": "player_id player_name created_at",
    "player_roles": "player_role_id game_id player_id initial_role current_role role_revealed team "
                    "was_killed night_action_completed",
    "actions": "action_id game_id player_id action_type source_id target_id source_role target_role "
               "timestamp",
    "votes": "vote_id game_id voter_player_role_id target_player_role_id timestamp",
    "chat_messages": "message_id game_set_id player_id message timestamp",
    "game_roles": "game_id user_id team_name role",
    "game_werewolf_votes": "game_id voter_user_id suspect_user_id created_at",
    "user_werewolf_stats": "user_id correct_identifications werewolf_successes updated_at",
    "game_werewolf_score_log": "game_id user_id reason created_at",
}


def the_file_has_the_tables_of_the_specifications():
    with unlimited() as server:
        with sqlite3.connect(f"file:{server.data}/parlour.db?mode=ro", uri=True) as database:
            for table, wanted in COLUMNS.items():
                found = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
                assert set(wanted.split()) <= found, (table, set(wanted.split()) - found)


def rows(text):
    """The rows of the table: what is asked for, ours, and the test or the reason."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 3 and cells[0] != "requirement":
            yield cells


def text_of(name, known={}):
    """The tests of that file, or of all in a folder of that name."""
    if name not in known:
        found = [path for part in ("src", "tests") for path in (ROOT / part).rglob(name)]
        files = [file for path in found for file in (path.glob("*_test.c") if path.is_dir() else [path])]
        known[name] = "".join(file.read_text() for file in files)
    return known[name]


def every_row_of_the_table_has_a_test_or_a_reason():
    own = {test.__name__ for test in own_tests(globals())}
    named, count = set(), 0
    for requirement, ours, shown in rows(TABLE.read_text()):
        count += 1
        assert requirement and ours and shown, requirement
        tests = re.findall(r"`(?:([\w/.-]+): )?(\w+)`", shown)
        assert tests or shown.startswith("different: "), requirement
        for file, name in tests:
            if file:
                assert re.search(rf"\b{name}\b", text_of(file)), (file, name)
            else:
                assert name in own, name
                named.add(name)
    assert count > 100, count
    assert own - named == {"every_row_of_the_table_has_a_test_or_a_reason"}, own - named


main(own_tests(globals()))
