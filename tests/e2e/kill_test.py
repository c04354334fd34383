#!/usr/bin/env python3
"""kill -9 at random moments under load: no acknowledged move is lost, and every client comes back.

    kill_test.py [--kills N] [--moves N] [--tables N] [--seed S]

Goes on until there were so many kills and so many acknowledged moves; the kills are spread over the moves.
"""
import argparse
import random
import sys
import time

from harness import Server
from load import UNLIMITED, Load


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    # The records of every table are compared at the end: none may be tidied away before.
    with Server(*UNLIMITED, "--room-cleanup-minutes", "10000") as server:
        load = Load(server, arguments.tables)
        for kill in range(arguments.kills):
            time.sleep(chance.uniform(0.1, 1.0))
            load.progress(max(0, arguments.moves * kill // arguments.kills - load.acknowledged), seconds=600)
            server.kill()
            server.start()
        load.progress(max(20, arguments.moves - load.acknowledged), seconds=600)
        count = load.check()
        print(f"{arguments.kills} kills, {count} acknowledged moves, none lost")
        print("[       OK ] no_acknowledged_move_is_lost_by_kill_9")
    sys.exit(0)


main()
