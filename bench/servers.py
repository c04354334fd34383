"""Servers to measure and their load generators, for bench/run and bench/counts."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SEATS = 5
LIMITS_OFF = {"commands-per-10s": 0, "rooms-per-minute": 0, "rooms-per-day": 0, "mb-per-day": 0,
              "sessions-per-minute": 0, "guesses-per-minute": 0,
              "connections-max": 100000, "connections-per-address": 100000}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_us_of(pid):
    """CPU of all its threads so far, user and system; 0 if it has ended."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1000
    except FileNotFoundError:
        return 0


def processes_of(pid):
    """The process and its children."""
    return [pid, *Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Server:
    """A server process with a load generator of its own. `store` of Parlour: memory or sqlite."""

    def __init__(self, bench, kind, store="memory", tables=100, active=None, watchers=0, data=None,
                 audience=0, under=(), environment=None):
        self.bench, self.kind, self.store = bench, kind, store
        self.under, self.environment = list(under), {**os.environ, **(environment or {})}
        self.folder = data or tempfile.mkdtemp(dir=bench.folder)
        self.port = None
        self.process = self.start()
        self.pid = self.process.pid
        self.load = None
        if tables or watchers:
            self.connect(tables, tables if active is None else active, watchers, audience=audience)

    def start(self):
        bench = self.bench
        if self.kind == "parlour":
            self.port = self.port or free_port()
            options = {"address": "127.0.0.1", "port": self.port, "store": self.store, "data": self.folder,
                       "qr": 0, "log-level": "error", "away-ms": 600000, **LIMITS_OFF}
            words = [word for name, value in options.items() for word in (f"--{name}", value)]
            return bench.spawn([*self.under, bench.binary, "serve", "--hidden-games", *words],
                               wait_port=self.port, stdout=subprocess.DEVNULL, env=self.environment)
        if self.kind == "floor":
            command = [bench.build / "bench/floor", bench.sizes()]
        else:
            file = [] if self.store == "memory" else [f"{self.folder}/node.db"]
            command = ["node", HERE / "node/server.mjs", *file]
        process = bench.spawn(command, stdout=subprocess.PIPE)
        self.port = int(process.stdout.readline())
        return process

    def restart(self):
        """Ends the server as an operator would and starts it on the same port and data."""
        self.process.terminate()
        self.process.wait()
        self.bench.children.remove(self.process)
        self.process = self.start()
        self.pid = self.process.pid

    def connect(self, tables, active, watchers=0, record=None, audience=0):
        options = [] if self.kind == "parlour" else ["--plain"]
        options += ["--audience", audience] if audience else []
        options += ["--record", record] if record else []
        command = [self.bench.build / "bench/load", self.port, tables, active, watchers, *options]
        self.load = self.bench.spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self.load.stdout.readline() != "ready\n":
            sys.exit(f"bench: no load on {self.kind}")

    def ask(self, line):
        self.load.stdin.write(line + "\n")
        self.load.stdin.flush()
        answer = self.load.stdout.readline()
        if not answer:
            sys.exit(f"bench: the load on {self.kind} ended")
        return json.loads(answer)

    def cpu_us(self):
        return cpu_us_of(self.pid)

    def rss_kib(self):
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise LookupError("VmRSS")

    def slice(self, milliseconds):
        before = self.cpu_us()
        done = self.ask(f"run {milliseconds}")
        done["cpu_us"] = (self.cpu_us() - before) / done["moves"]
        done["per_s"] = done["moves"] / done["wall_us"] * 1e6
        return done

    def stop(self):
        for process in (self.load, self.process):
            if process:
                process.kill()
                process.wait()
                self.bench.children.remove(process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def make_build(folder):
    """Builds what is shipped, and the tools beside it."""
    if not (folder / "build.ninja").exists():
        subprocess.run(["meson", "setup", folder, "--buildtype=release"], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, "parlour", "bench/load", "bench/floor",
                    "bench/libcount_malloc.so"], check=True, stdout=subprocess.DEVNULL)


class Bench:
    """The processes of a run; all of them end with it."""

    def __init__(self, build):
        self.build = Path(build).resolve()
        make_build(self.build)
        self.binary = self.build / "parlour"
        self.children = []

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(dir=self.build)
        self.folder = self.temporary.name
        return self

    def __exit__(self, *_):
        for child in self.children:
            child.kill()
            child.wait()
        self.temporary.cleanup()

    def spawn(self, command, wait_port=None, **options):
        process = subprocess.Popen([str(word) for word in command], text=True, **options)
        self.children.append(process)
        end = time.monotonic() + 60
        while wait_port:
            try:
                socket.create_connection(("127.0.0.1", wait_port), timeout=1).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > end:
                    sys.exit("bench: the server does not start")
                time.sleep(0.002)
        return process
