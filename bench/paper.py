#!/usr/bin/env python3
"""A house that nobody has built yet, on paper: paper.py [--players N] [--nodes N]

A model of discrete events, fed with what was measured (docs/performance.md): how many servers and databases
a day of so many players takes, and how long the players of a server that dies wait until each has a place
again. It is arithmetic with chance, not a measurement; what it takes as given is in INPUTS.
"""
import argparse
import heapq
import math
import random

INPUTS = {
    "move_us": 40,  # CPU of a server per move, with PostgreSQL
    "batch_us": 12,  # CPU of the database per batch
    "wal_bytes": 450,  # of its log per batch
    "join_us": 600,  # CPU of a server for one who comes back: handshake, session, state
    "load_us": 400,  # of a server per table: claim, snapshot, log
    "load_db_us": 250,  # of the database for the same
    "seats": 5,
    "moves_per_minute": 2.5,  # of a player, over an evening
    "at_once": 0.12,  # of a day's players at the peak of the evening
    "sockets": 10_000,  # of a server, so that its loss is felt for a moment only
    "db_cores": 16,
    "db_busy": 0.4,  # how much of a database may be used at the peak
    "server_busy": 0.5,
    "wal_max": 200e6,  # bytes a second that a primary writes and sends
    "jitter_s": 3.0,  # a page comes back after a moment drawn up to this long
    "lease_s": 3.0,
}


def share_of_peak(hour):
    """How many play at that hour, of those who play at nine in the evening."""
    distance = min(abs(hour - 21), 24 - abs(hour - 21))
    return 0.05 + 0.95 * math.exp(-distance ** 2 / 12)


def machines(players):
    """Servers (one thread each) and primaries at the peak."""
    people = players * INPUTS["at_once"]
    moves = people * INPUTS["moves_per_minute"] / 60
    by_work = moves * INPUTS["move_us"] / 1e6 / INPUTS["server_busy"]
    servers = math.ceil(max(by_work, people / INPUTS["sockets"])) + 1  # one may die
    by_cpu = moves * INPUTS["batch_us"] / 1e6 / (INPUTS["db_cores"] * INPUTS["db_busy"])
    by_log = moves * INPUTS["wal_bytes"] / INPUTS["wal_max"]
    return moves, servers, max(1, math.ceil(max(by_cpu, by_log)))


def node_loss(players, servers, chance):
    """One of the servers dies at the peak: when each of its players plays again. Each server left is a queue;
    the first player of a table loads it, after the lease is over."""
    lost = int(players * INPUTS["at_once"] / servers)
    left = max(1, servers - 1)
    free_at, loaded, waits = [0.0] * left, set(), []
    database_free = 0.0
    arrivals = [(INPUTS["jitter_s"] * chance.random(), player) for player in range(lost)]
    heapq.heapify(arrivals)
    while arrivals:
        now, player = heapq.heappop(arrivals)
        table = player // INPUTS["seats"]
        if now < INPUTS["lease_s"]:  # refused, and comes again
            heapq.heappush(arrivals, (now + 0.5 + chance.random(), player))
            continue
        server = table % left
        begin = max(now, free_at[server])
        work = INPUTS["join_us"]
        if table not in loaded:
            loaded.add(table)
            database_free = max(database_free, begin) + INPUTS["load_db_us"] / 1e6 / INPUTS["db_cores"]
            begin = max(begin, database_free)
            work += INPUTS["load_us"]
        free_at[server] = begin + work / 1e6 / (1 - INPUTS["server_busy"])
        waits.append(free_at[server])
    waits.sort()
    return lost, waits[len(waits) // 2], waits[len(waits) * 99 // 100]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=0, help="of a day; 0: some sizes up to ten million")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sizes = [arguments.players] if arguments.players else [10_000, 100_000, 1_000_000, 10_000_000]
    print("   players  moves/s  servers hours/day primaries    lost    p50    p99")
    for players in sizes:
        moves, servers, primaries = machines(players)
        lost, half, late = node_loss(players, servers, random.Random(arguments.seed))
        hours = sum(math.ceil(servers * share_of_peak(hour)) for hour in range(24))
        print(f"{players:>10} {moves:>8.0f} {servers:>8} {hours:>9} {primaries:>9} {lost:>7}"
              f" {half:>5.1f}s {late:>5.1f}s")



if __name__ == "__main__":
    main()
