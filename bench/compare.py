"""What a move costs, beside what it must cost and what it usually costs.

    bench/run                    everything, about ten minutes
    bench/run --pairs 3          quicker and coarser
    bench/run --only floor,rss   some of it: floor, node, disk, durable, crowd, tables, log, rss, start,
                                 audience, half, storm, cold
    bench/run --only cluster     on a PostgreSQL of its own: what a move costs the server and the database

All servers of a comparison run at the same time and take turns in slices: A B B A is one pair, and its
ratio is (A + A) / (B + B). A pair whose two As or two Bs differ by more than a quarter was disturbed from
outside: it is dropped and counted. The result is the median of the others. Only ratios mean anything on a
shared machine. docs/performance.md says what is compared and why.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

from servers import HERE, ROOT, SEATS, Bench, Server, cpu_us_of, processes_of

sys.path.insert(0, str(ROOT / "tests/e2e"))
import trouble  # pylint: disable=wrong-import-position
from postgres import Cluster, find_programs  # pylint: disable=wrong-import-position

DISTURBED = 1.25


def sync_us(folder, count=200):
    """What the disk itself takes to keep 4 KiB more: the median of some fdatasyncs."""
    took = []
    with open(f"{folder}/sync", "wb", buffering=0) as file:
        for _ in range(count):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(1e6 * (time.perf_counter() - began))
    return statistics.median(took)


class Comparison(Bench):
    def __init__(self, arguments):
        super().__init__(arguments.build)
        self.pairs, self.slice_ms = arguments.pairs, arguments.slice_ms
        self.results, self.cache = [], None

    def sizes(self):
        """How long the frames of our own game are: what the floor sends."""
        if not self.cache:
            self.cache = f"{self.folder}/sizes"
            with Server(self, "parlour", tables=0) as server:
                server.connect(1, 1, record=self.cache)
                server.ask("moves 46")
        return self.cache

    def compare(self, name, a, b, key, target, at_least=False):
        """The median of the pairs' ratios A/B of `key`."""
        for server in (a, b):
            server.slice(self.slice_ms)  # warm
        ratios, dropped, of_a, of_b = [], 0, [], []
        while len(ratios) < self.pairs and dropped < 3 * self.pairs:
            abba = [server.slice(self.slice_ms) for server in (a, b, b, a)]
            value = [done[key] for done in abba]
            if max(value[0], value[3]) > DISTURBED * min(value[0], value[3]) or \
               max(value[1], value[2]) > DISTURBED * min(value[1], value[2]):
                dropped += 1
                continue
            ratios.append((value[0] + value[3]) / (value[1] + value[2]))
            of_a += [abba[0], abba[3]]
            of_b += [abba[1], abba[2]]
        if not ratios:
            self.note(name, None, target, at_least, f"all {dropped} pairs disturbed")
            return
        detail = ", ".join(f"{label} {statistics.median(done['cpu_us'] for done in of):.0f} µs, "
                           f"{statistics.median(done['per_s'] for done in of):.0f}/s, "
                           f"p99 {statistics.median(done['p99_us'] for done in of) / 1000:.1f} ms"
                           for label, of in (("A", of_a), ("B", of_b)))
        self.note(name, statistics.median(ratios), target, at_least,
                  f"{min(ratios):.2f}–{max(ratios):.2f} in {len(ratios)} pairs, {dropped} dropped; {detail}")

    def note(self, name, value, target, at_least, detail):
        is_met = value is not None and (value >= target if at_least else value <= target)
        self.results.append((name, value, target, is_met))
        shown = "none" if value is None else f"{value:.2f}"
        print(f"{'ok  ' if is_met else 'MISS'} {name}: {shown} "
              f"(to be {'≥' if at_least else '≤'} {target}; {detail})", flush=True)

    # What is compared.

    def floor(self):
        with Server(self, "parlour") as ours, Server(self, "floor") as floor:
            self.compare("CPU per move, ours in memory / floor", ours, floor, "cpu_us", 2)

    def node(self):
        with Server(self, "node") as node, Server(self, "parlour") as ours:
            self.compare("CPU per move, Node in memory / ours in memory", node, ours, "cpu_us", 3,
                         at_least=True)

    def disk(self):
        with Server(self, "parlour", "sqlite") as disk, Server(self, "parlour") as memory:
            self.compare("CPU per move, ours with SQLite FULL / in memory", disk, memory, "cpu_us", 1.6)

    def durable(self):
        with Server(self, "parlour", "sqlite") as ours, Server(self, "node", "sqlite") as node:
            self.compare("durable moves/s, ours / Node", ours, node, "per_s", 5, at_least=True)

    def crowd(self):
        with Server(self, "parlour", tables=1900, active=100) as crowd, Server(self, "parlour") as few:
            self.compare("CPU per move, 9 500 connected (500 active) / 500", crowd, few, "cpu_us", 1.3)

    def tables(self):
        with Server(self, "parlour", tables=400) as many, Server(self, "parlour", tables=50) as few:
            self.compare("CPU per move, 400 tables / 50", many, few, "cpu_us", 1.15)

    def log(self):
        with Server(self, "parlour", "sqlite", tables=20) as long, \
             Server(self, "parlour", "sqlite", tables=20) as short:
            long.ask("moves 40000")
            self.compare("CPU per move, 2 000 batches in the log / few", long, short, "cpu_us", 1.15)

    def rss(self):
        with Server(self, "parlour", tables=0) as server:
            base = server.rss_kib()
            self.note("MiB resident at the start", base / 1024, 16, False, "no connection yet")
            server.connect(0, 0, watchers=1000)
            some = server.rss_kib()
            server.load.kill()
        with Server(self, "parlour", tables=0) as server:
            server.connect(0, 0, watchers=9000)
            many = server.rss_kib()
            self.note("KiB resident per idle connection", (many - some) / 8000, 4, False,
                      f"{some} KiB with 1 000, {many} KiB with 9 000")
        with Server(self, "parlour", tables=0) as server:
            server.connect(1000, 0)
            seated = server.rss_kib()
            self.note("KiB resident per table of five with its connections", (seated - base) / 1000, 48,
                      False, "a room, its slot and five seats")

    def cluster(self):
        """The database's figures are from a slice of their own: it serves this server alone."""
        if find_programs() is None:
            sys.exit("bench: no PostgreSQL on this machine (tools/setup test)")
        with Cluster() as database:
            database.sql("ALTER SYSTEM SET fsync = on", "postgres")
            database.sql("SELECT pg_reload_conf()", "postgres")
            with Server(self, "parlour", database.url()) as ours, Server(self, "parlour", "sqlite") as sqlite:
                self.compare("CPU per move, ours with PostgreSQL / with SQLite FULL", ours, sqlite,
                             "cpu_us", 1.1)
                self.database(database, ours)
            self.claims(database)
            self.trouble(database)

    def claims(self, database, tables=1000):
        """After a restart every table is claimed and loaded, for five phones each that come back."""
        database.sql("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        with Server(self, "parlour", database.url(), tables=tables, active=tables) as server:
            server.ask(f"moves {10 * tables}")
            server.restart()
            done = server.ask("storm")
            seconds = done["wall_us"] / 1e6
            self.note("tables claimed and loaded per second, with their phones", tables / seconds, 2000, True,
                      f"{tables} tables, {SEATS * tables} phones in {seconds:.1f} s")

    def trouble(self, database):
        found = trouble.measure(self.binary, database)
        for what, words, target in (("kill", "a server is killed", 10),
                                    ("restart", "a server is restarted", 2),
                                    ("crash", "the database crashes", 6)):
            seconds = found[what]
            self.note(f"seconds until everybody plays after {words}", seconds[-1], target, False,
                      trouble.shown(seconds))

    def database(self, database, server):
        def figures():
            return (sum(cpu_us_of(pid) for pid in processes_of(database.server.pid)),
                    int(database.sql("SELECT (pg_current_wal_lsn() - '0/0')::int8")),
                    int(database.sql("SELECT count(*) FROM log")))
        before = figures()
        server.ask(f"run {3 * self.slice_ms}")
        cpu, wal, batches = (after - first for after, first in zip(figures(), before))
        self.note("µs of the database's CPU per batch", cpu / batches, 15, False, f"{batches} batches")
        self.note("bytes of the database's log per batch", wal / batches, 450, False, "with page images")

    def audience(self):
        """Five players and a thousand table views; each move is a frame to all of them."""
        with Server(self, "parlour", tables=1, audience=1000) as ours, \
             Server(self, "floor", tables=1, audience=1000) as floor:
            self.compare("CPU per move seen by 1 000 table views, ours / floor", ours, floor, "cpu_us", 2)

    def half(self):
        """How long a durable move takes at half of what the server can do, in syncs of the disk."""
        with Server(self, "parlour", "sqlite") as server:
            most = server.slice(2 * self.slice_ms)["per_s"]
            done = server.ask(f"pace {3 * self.slice_ms} {int(most / 2)}")
            sync = sync_us(self.folder)
            self.note("p99 of a durable move at half load, in syncs", done["p99_us"] / sync, 3, False,
                      f"p99 {done['p99_us'] / 1000:.1f} ms, median {done['p50_us'] / 1000:.1f} ms at "
                      f"{most / 2:.0f} of {most:.0f} moves/s; a sync takes {sync / 1000:.2f} ms")

    def storm(self):
        with Server(self, "parlour", "sqlite", tables=2000, active=2000) as server:
            server.ask("moves 20000")
            server.restart()
            done = server.ask("storm")
            half, most = done["p50_us"] / 1e6, done["p99_us"] / 1e6
            self.note("seconds until 10 000 phones are back after a restart", done["wall_us"] / 1e6, 10,
                      False, f"half of them after {half:.1f} s, 99 % after {most:.1f} s")

    def cold(self):
        with Server(self, "parlour", "sqlite", tables=1) as server:
            server.ask("moves 4000")
            server.restart()
            done = server.ask("storm")
            self.note("milliseconds to the screen of a room with 4 000 batches, not in memory",
                      done["wall_us"] / 1e3, 250, False, "all five seats")

    def start(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        with Server(self, "parlour", "sqlite", tables=100, data=folder) as server:
            server.ask("moves 70000")  # 1.5 events each
            server.process.terminate()
            server.process.wait()
        began = time.monotonic()
        with Server(self, "parlour", "sqlite", tables=0, data=folder):
            self.note("seconds to a cold start on 100 000 events", time.monotonic() - began, 1, False,
                      "until it accepts a connection")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--slice-ms", type=int, default=2000)
    parser.add_argument("--build", default=ROOT / "build-test")
    parser.add_argument("--only", default="floor,node,disk,durable,crowd,tables,log,rss,start,"
                                          "audience,half,storm,cold")
    arguments = parser.parse_args()
    names = arguments.only.split(",")
    if {"node", "durable"} & set(names) and not (HERE / "node/node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=HERE / "node", check=True)
    with Comparison(arguments) as bench:
        for name in names:
            getattr(bench, name)()
    missed = [name for name, _, _, is_met in bench.results if not is_met]
    print(f"{len(bench.results) - len(missed)} of {len(bench.results)} targets met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
