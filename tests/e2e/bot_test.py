#!/usr/bin/env python3
"""The bot of docs/bot.md, taken out of that page, plays a whole game of every kind."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from api_helpers import unlimited
from harness import BINARY, main, own_tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/bot.md"

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


def a_stranger_comes_from_the_readme_to_a_playing_bot():
    """Every command on the way, as it stands there. Only what is built already is not built once more, and
    the port is a free one."""
    readme, page = (ROOT / "README.md").read_text(), PAGE.read_text()
    assert re.search(r"^    \./run( |$)", readme, re.M) and "(docs/bot.md)" in readme
    serve, play = re.findall(r"^```sh\n(.*?)^```$", page, re.S | re.M)
    last = (ROOT / "run").read_text().splitlines()[-1]
    assert serve == "./run\n" and last == 'exec build/parlour serve "$@"'
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "docs").symlink_to(ROOT / "docs")
        pathlib.Path(folder, "build").mkdir()
        pathlib.Path(folder, "build/parlour").symlink_to(pathlib.Path(BINARY).resolve())
        pathlib.Path(folder, "run").write_text(f"#!/bin/sh\n{last}\n")
        pathlib.Path(folder, "run").chmod(0o755)
        settings = {"PARLOUR_PORT": "0", "PARLOUR_DATA": f"{folder}/data", "PARLOUR_ADDRESS": "127.0.0.1"}
        server = subprocess.Popen(["sh", "-c", f"exec {serve}"], cwd=folder, env=os.environ | settings,
                                  text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            port = next(found[1] for line in server.stderr
                        if (found := re.search(r"listening.* port=(\d+)", line)))
            player = subprocess.Popen(["sh", "-ec", play.replace(":8000", f":{port}")], cwd=folder, text=True,
                                      stdout=subprocess.PIPE, start_new_session=True)
            table = re.fullmatch(r"table (\w{6})\n", player.stdout.readline())
            url = f"http://127.0.0.1:{port}/api/rooms/{table[1]}"
            while json.load(urllib.request.urlopen(url))["phase"] == "lobby":
                time.sleep(0.1)
            assert player.poll() is None, "it plays"
            os.killpg(player.pid, signal.SIGTERM)
            player.wait()
        finally:
            server.terminate()
            assert server.wait(20) == 0


if __name__ == "__main__":
    main(own_tests(globals()), seconds=200)
