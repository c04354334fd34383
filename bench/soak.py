#!/usr/bin/env python3
"""Soak: tables are made, played to the end and closed, over and over. Memory, descriptors, rooms, timers
and sockets must not grow.

    soak.py [--seconds N] [--tables N]        the binary is $PARLOUR_BINARY or build/parlour

Prints a line of figures every so often. Fails if the memory of the last third is more than an eighth, and
what the page cache may take, above that of the second, or if anything is left when everybody has gone.
"""
import argparse
import os
import pathlib
import re
import statistics
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "e2e"))
from harness import Refused, Server, Session  # noqa: E402
from load import UNLIMITED  # noqa: E402
from players import Table  # noqa: E402

LEFT_SECONDS_MAX = 20
CACHE_KIB = 4096  # what the database's page caches may still fill up by


class Cycle(threading.Thread):
    """One table after another: made, played out, closed."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.count, self.problem, self.stopping = server, 0, None, False

    def run(self):
        try:
            while not self.stopping:
                table = Table(self.server, size=3)
                self.play_out(table)
                table.ana.post(f"/api/game-sets/{table.made['game_set_id']}/end")
                table.a.close()
                table.b.close()
                self.count += 1
        except Exception as problem:  # whatever it is, the soak fails with it
            self.problem = problem

    @staticmethod
    def play_out(table):
        """To the end, or until somebody was away for too long: on a busy machine the test itself may be."""
        try:
            table.play_out()
        except Refused as refused:
            if refused.code != "paused":
                raise


def sample(server):
    _, page = Session(server).request("GET", "/metrics", raw=True)
    gauge = {name: int(re.search(rb"parlour_%s (\d+)" % name.encode(), page).group(1))
             for name in ("rooms_in_memory", "clients", "timers")}
    process = f"/proc/{server.process.pid}"
    with open(f"{process}/status") as status:
        rss = int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))
    return {"rss_kib": rss, "descriptors": len(os.listdir(f"{process}/fd")), **gauge}


def wait_until_empty(server, base):
    """Everybody has gone: rooms, sockets and descriptors are given back."""
    end = time.monotonic() + LEFT_SECONDS_MAX
    while True:
        now = sample(server)
        left = now["rooms_in_memory"] + now["clients"] + now["timers"]
        if left == 0 and now["descriptors"] <= base["descriptors"] + 1:
            return now
        assert time.monotonic() < end, f"left behind: {now}, at the beginning {base}"
        time.sleep(0.5)


def soak(server, seconds, tables):
    base, samples = sample(server), []
    cycles = [Cycle(server) for _ in range(tables)]
    for cycle in cycles:
        cycle.start()
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        time.sleep(max(0.5, seconds / 60))
        server.sockets.clear()
        samples.append(sample(server))
        count = sum(cycle.count for cycle in cycles)
        print(f"{time.monotonic() - begin:7.0f} s  {count} tables  {samples[-1]}", flush=True)
    for cycle in cycles:
        cycle.stopping = True
    for cycle in cycles:
        cycle.join(30)
        if cycle.problem:
            raise cycle.problem
    return base, samples, sum(cycle.count for cycle in cycles)


def judge(base, samples, tables):
    third = len(samples) // 3
    middle = statistics.median(s["rss_kib"] for s in samples[third:2 * third])
    last = statistics.median(s["rss_kib"] for s in samples[2 * third:])
    assert last <= middle * 1.125 + CACHE_KIB, f"memory grows: {middle} KiB, then {last} KiB"
    assert max(s["clients"] for s in samples) <= 2 * tables, "sockets pile up"
    descriptors = max(s["descriptors"] for s in samples)
    assert descriptors <= base["descriptors"] + 6 * tables, f"descriptors pile up: {descriptors}"
    print(f"{middle} KiB in the second third, {last} KiB in the last")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--tables", type=int, default=8)
    arguments = parser.parse_args()
    with Server(*UNLIMITED) as server:
        base, samples, count = soak(server, arguments.seconds, arguments.tables)
        judge(base, samples, arguments.tables)
        print(f"{count} tables; afterwards {wait_until_empty(server, base)}, at the beginning {base}")
    print("[       OK ] nothing_grows_while_tables_come_and_go")


main()
