#!/usr/bin/env python3
"""The bot of docs/bot.md, taken out of that page, plays a whole game of every kind."""
import pathlib
import re
import subprocess
import sys
import tempfile

from api_helpers import unlimited
from harness import main, own_tests

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/bot.md"

# Clocks as short as the rules allow: a bot by chance does not end a discussion.
QUICK = {"journeyman": ["width=3", "height=3"], "chess": [],
         "avalon": ["results_seconds=1", "quest_window_seconds=1"],
         "onenight": ["step_seconds=5", "discussion_seconds=10", "voting_seconds=10"]}


def bot(server, folder, *arguments):
    """Starts the bot as its page says."""
    program = pathlib.Path(folder, "bot.py")
    code, = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    program.write_text(code)
    address = f"http://{server.host}:{server.port}"
    return subprocess.Popen([sys.executable, program, address, *arguments], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def the_bot_has_about_sixty_lines():
    code, = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    assert len([line for line in code.splitlines() if line.strip()]) <= 65


def the_bot_opens_a_table_of_every_game_and_plays_it_to_its_end():
    with unlimited() as server, tempfile.TemporaryDirectory() as folder:
        games = server.session("Guest").get("/api/catalog")["games"]
        opened = [game["id"] for game in games if not game["has_narrator"]]
        assert sorted(opened) == sorted(QUICK)
        running = {game: bot(server, folder, game, *QUICK[game]) for game in opened}
        for game, process in running.items():
            said, _ = process.communicate()
            assert process.returncode == 0, (game, said)
            assert '"winners"' in said.splitlines()[-1], (game, said)


def the_bot_joins_a_narrated_table_by_its_code_and_stays_to_the_end():
    with unlimited() as server, tempfile.TemporaryDirectory() as folder:
        nora = server.session("Nora")
        made = nora.create("grimoire")
        for _ in range(4):
            nora.act(made["game_id"], "add_bot")
        process = bot(server, folder, made["code"])
        socket = nora.socket(made["code"])
        socket.until(lambda s: s.state and sum(p["seat"] is not None for p in s.state["people"]) == 5)
        socket.send("start")
        socket.send("fill_bag", style="any")
        for step in ("deal", "hand_out"):
            socket.send(step)
        socket.send("end_game", winner="good")
        said, _ = process.communicate()
        assert process.returncode == 0 and "storyteller_decided" in said, said


if __name__ == "__main__":
    main(own_tests(globals()), seconds=200)
