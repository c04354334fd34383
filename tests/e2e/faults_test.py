#!/usr/bin/env python3
"""The shipped binary under faults: whatever it acknowledged is there, once, and everybody can go on.

The disk's faults are injected by strace (`-e inject`), a full disk is a small tmpfs where we may mount one.
"""
import contextlib
import datetime
import os
import pathlib
import re
import signal
import struct
import subprocess
import tempfile
import threading
import time

from harness import Refused, Server, Session, main, wait_for
from load import UNLIMITED, Load
from players import Table


def strace(*injections):
    """Wraps the server; -D keeps the server our child and strace beside it."""
    calls = ",".join(sorted({injection.split(":")[0] for injection in injections}))
    # Leaks cannot be looked for while a tracer is attached.
    return ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-E", "ASAN_OPTIONS=detect_leaks=0", "-e",
            f"trace={calls}"] + \
        [part for injection in injections for part in ("-e", f"inject={injection}")]


def failed_commits(server):
    answer, body = Session(server).request("GET", "/metrics", raw=True)
    return int(re.search(rb"store_failed_commits_total (\d+)", body).group(1))


def play_through(*injections, moves=150):
    """Plays on a data file that is there already: making one takes many writes."""
    with Server(*UNLIMITED) as server:
        server.stop()
        server.wrapper = strace(*injections)
        server.start()
        load = Load(server, 3)
        load.progress(moves)
        load.check()
        assert failed_commits(server) > 0, "no fault came through"
        return server.log


def a_sync_that_fails_now_and_then_loses_nothing():
    log = play_through("fdatasync:error=EIO:when=30+40")
    assert "works again" in log


def a_write_that_fails_now_and_then_loses_nothing():
    log = play_through("pwrite64:error=EIO:when=150+200")
    assert "works again" in log


def a_disk_that_is_full_now_and_then_loses_nothing():
    play_through("pwrite64:error=ENOSPC:when=150+50")


def a_sync_that_fails_and_a_kill_after_it_lose_nothing():
    with Server(*UNLIMITED, wrapper=strace("fdatasync:error=EIO:when=15+20")) as server:
        load = Load(server, 3)
        failed = 0
        for _ in range(3):
            load.progress(15)
            failed += failed_commits(server)
            server.kill()
            server.start()
        load.progress(15)
        load.check()
        assert failed > 0, "no fault came through"


@contextlib.contextmanager
def small_disk(megabytes):
    """A tmpfs of that size, or None where we may not mount one."""
    with tempfile.TemporaryDirectory(prefix="parlour-small-") as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder],
                                 capture_output=True)
        try:
            yield folder if mounted.returncode == 0 else None
        finally:
            if mounted.returncode == 0:
                subprocess.run(["umount", "-l", folder], check=True)


def fill(folder):
    path = pathlib.Path(folder) / "filler"
    with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    return path


def a_full_disk_refuses_and_goes_on_when_there_is_room():
    with small_disk(6) as folder:
        if folder is None:
            print("SKIPPED, loudly: a tmpfs can only be mounted by root; ENOSPC is injected in another test")
            return
        with Server(*UNLIMITED, data=os.path.join(folder, "data")) as server:
            load = Load(server, 3)
            load.progress(30)
            filler = fill(folder)
            table = load.players[0].records[0][0]

            def is_stuck():
                """The server says that it is full, and a second brings nothing more."""
                acknowledged = load.acknowledged
                time.sleep(1)
                answer, _ = table.ana.request("GET", "/ready", raw=True)
                return answer.status == 503 and load.acknowledged == acknowledged

            wait_for(is_stuck, "the disk was not full")
            assert table.ana.get(f"/api/games/{table.game_id}")["state"]  # reading needs no space
            answer, body = table.ana.request("GET", "/ready", raw=True)
            assert answer.status == 503 and b"full" in body, body
            filler.unlink()
            load.progress(30)
            load.check()


def refused_code(socket, *command, **arguments):
    try:
        socket.send(*command, **arguments)
    except Refused as refused:
        return refused.code
    return None


def a_server_starts_on_a_full_disk_and_can_be_read():
    with small_disk(6) as folder:
        if folder is None:
            print("SKIPPED, loudly: a tmpfs can only be mounted by root")
            return
        with Server(*UNLIMITED, data=os.path.join(folder, "data")) as server:
            table = Table(server)
            table.turn()
            before = table.ana.get(f"/api/games/{table.game_id}")["state"]["game"]
            server.kill()
            filler = fill(folder)
            server.start()
            assert table.ana.get(f"/api/games/{table.game_id}")["state"]["game"] == before
            table.connect()
            words = (refused_code(table.b, "chat", text="is there space?" * 30) for _ in range(3000))
            assert next(code for code in words if code) == "not_saved"  # what a start gives back is soon used
            answer, body = table.ana.request("GET", "/ready", raw=True)
            assert answer.status == 503 and b"full" in body, body
            filler.unlink()
            table.connect()
            for _ in range(100):
                with contextlib.suppress(Refused):
                    table.b.send("chat", text="now there is")
                    break
                time.sleep(0.1)
            else:
                raise AssertionError("it never took a word again")
            assert table.ana.request("GET", "/ready", raw=True)[0].status == 200


def a_stopped_server_goes_on_where_it_was():
    with Server(*UNLIMITED) as server:
        load = Load(server, 3)
        for _ in range(3):
            load.progress(10)
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(1)
            server.process.send_signal(signal.SIGCONT)
        load.progress(10)
        load.check()


def a_process_that_was_stopped_takes_nobodys_time():
    with Server(*UNLIMITED) as server:
        table = Table(server, options={"turn_seconds": 60})
        before = table.a.state["clock"]["deadline_ms"]
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(6)
        server.process.send_signal(signal.SIGCONT)
        table.a.until(lambda s: s.state["clock"]["deadline_ms"] != before)
        gained = table.a.state["clock"]["deadline_ms"] - before
        assert gained >= 5500, gained
        assert "stood still" in server.log


class Clock:
    """The server's wall clock, set by `wall_clock.c`, which is preloaded."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "clock")
        self.set(0)

    def set(self, hours):
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        os.pwrite(file, struct.pack("q", hours * 3600 * 1000), 0)  # in place: the server has it in its memory
        os.close(file)

    @property
    def environment(self):
        """A wrapper of the server's. The order of libraries is what sanitizers would complain about."""
        return ["env", f"LD_PRELOAD={os.environ['WALL_CLOCK']}", f"CLOCK_FILE={self.path}",
                "ASAN_OPTIONS=verify_asan_link_order=0"]


def a_clock_that_is_set_loses_nothing_and_ends_no_turn():
    with tempfile.TemporaryDirectory(prefix="parlour-clock-") as folder:
        clock = Clock(folder)
        with Server(*UNLIMITED, wrapper=clock.environment) as server:
            load = Load(server, 3)
            timed = Table(server, size=6, options={"turn_seconds": 600})
            before = Table.key(timed.a)
            for hours in (1, -1, 24 * 400, -24 * 400, 0):
                load.progress(10)
                clock.set(hours)
            load.progress(10)
            timed.a.drain(0.2)
            assert Table.key(timed.a) == before, "a clock that was set has ended somebody's turn"
            for hours in (-2, 3):  # and while no server runs, either way
                server.kill()
                clock.set(hours)
                server.start()
                load.progress(10)
            timed.connect()
            assert Table.key(timed.a) == before, "the time without a server was not given back"
            load.check()
            # The log's stamps show that the clock was really another one.
            stamps = re.findall(r"time=(\S+) .*listening", server.log)
            hours = [datetime.datetime.fromisoformat(stamp.rstrip("Z")).hour for stamp in stamps]
            assert len(set(hours)) > 1, f"the clock was not set: {stamps}"


def all_clients_come_back_at_once_after_a_restart():
    with Server(*UNLIMITED) as server:
        load = Load(server, 4)
        load.progress(20)
        watchers = [(server.session(f"Guest {number}"), load.players[number % 4].records[0][0].code)
                    for number in range(100)]
        sockets = [session.socket(code) for session, code in watchers]
        server.kill()
        for socket in sockets:
            socket.close()
        server.start()
        shown = []

        def come_back(session, code):
            socket = session.socket(code)
            socket.until(lambda s: s.state is not None)
            shown.append(code)
        threads = [threading.Thread(target=come_back, args=watcher, daemon=True) for watcher in watchers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert len(shown) == len(watchers), f"{len(shown)} of {len(watchers)} came back"
        load.progress(20)
        load.check()


if __name__ == "__main__":
    main([a_sync_that_fails_now_and_then_loses_nothing,
          a_write_that_fails_now_and_then_loses_nothing,
          a_disk_that_is_full_now_and_then_loses_nothing,
          a_sync_that_fails_and_a_kill_after_it_lose_nothing,
          a_full_disk_refuses_and_goes_on_when_there_is_room,
          a_server_starts_on_a_full_disk_and_can_be_read,
          a_stopped_server_goes_on_where_it_was,
          a_process_that_was_stopped_takes_nobodys_time,
          a_clock_that_is_set_loses_nothing_and_ends_no_turn,
          all_clients_come_back_at_once_after_a_restart], seconds=120)
