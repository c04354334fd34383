#!/usr/bin/env python3
"""kill -9 at random moments under load: no acknowledged move is lost, and every client comes back.

    kill_test.py [--kills N] [--tables N] [--seed S]

Each table is a thread with two players at Journeyman. A player notes a turn when the server has said ok
to it, and sends a turn again, with the same cid, until it hears so. After every restart the state must
hold what was noted.
"""
import argparse
import random
import sys
import threading
import time

from harness import Closed, Refused, Server
from players import Table

LOST = (Closed, ConnectionError, OSError, TimeoutError)


class Player(threading.Thread):
    """Plays one table after another until told to stop; .acknowledged counts, .problem says what broke."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.server, self.number = server, number
        self.acknowledged, self.problem = 0, None
        self.stopping = False

    def run(self):
        try:
            while not self.stopping:
                self.play_one()
        except Exception as problem:  # whatever it is, the test fails with it
            self.problem = problem

    def patiently(self, function):
        """Tries until the server is there again."""
        while True:
            try:
                return function()
            except LOST:
                if self.stopping:
                    raise
                time.sleep(0.02)

    def play_one(self):
        try:
            table = self.patiently(lambda: Table(self.server, size=6))
        except LOST:
            return
        except Refused as refused:  # a half-made table after a kill: make another one
            if refused.code in ("not_saved", "restarting", "name_taken", "no_session", "wrong_phase"):
                return
            raise
        turns = 0
        while not self.stopping and not table.is_over():
            self.turn(table, f"turn-{turns}")
            turns += 1

    def turn(self, table, cid):
        """One turn, sent again until acknowledged; the state afterwards must be the one after it."""
        game = table.a.state["game"]
        before = game["current_turn"], game["current_role"]
        while not self.stopping:
            try:
                self.attempt(table, cid, before)
                self.acknowledged += 1
                return
            except LOST:
                self.reconnect(table)

    def reconnect(self, table):
        try:
            self.patiently(table.connect)
        except LOST:
            return

    def attempt(self, table, cid, before):
        mover = table.mover()
        now = mover.state["game"]["current_turn"], mover.state["game"]["current_role"]
        if now == before:
            type, arguments = table.choose(mover)
            mover.send(type, **arguments)
            mover.send("end_turn", cid=cid)
        table.settle()
        game = table.a.state["game"]
        after = game["current_turn"], game["current_role"]
        if after == before and table.a.state["phase"] == "playing":
            raise AssertionError(f"an acknowledged turn is lost: still {after}")
        self.noted = after


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    options = [option for name in ("commands-per-10s", "rooms-per-minute", "sessions-per-minute",
                                   "guesses-per-minute") for option in (f"--{name}", "0")]
    with Server(*options) as server:
        players = [Player(server, number) for number in range(arguments.tables)]
        for player in players:
            player.start()
        for _ in range(arguments.kills):
            time.sleep(chance.uniform(0.1, 1.0))
            server.kill()
            server.start()
        time.sleep(1)
        for player in players:
            player.stopping = True
        for player in players:
            player.join(30)
        problems = [player.problem for player in players if player.problem]
        count = sum(player.acknowledged for player in players)
        print(f"{arguments.kills} kills, {count} acknowledged turns, {len(problems)} problems")
        for problem in problems:
            print(f"  {problem!r}")
        ok = not problems and count >= arguments.kills
        print(f"[{'       OK ' if ok else '  FAILED  '}] no_acknowledged_move_is_lost_by_kill_9")
    sys.exit(0 if ok else 1)


main()
