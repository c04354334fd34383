#!/usr/bin/env python3
"""A system call or an allocation of the server fails, once or for good, while a table plays: no acknowledged
turn is lost.

    syscalls_test.py [--seconds N]

strace makes the N-th call of one kind fail, a preloaded library the N-th allocation. The server may refuse,
close connections or end; whatever it has said ok to must be there after it (or the next one) is back, and
then the table plays on. Out of memory ends the process by design (base/arena.h) where it is our own memory;
SQLite gives the command back.
"""
import argparse
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time

from harness import Closed, Refused, Server, wait_for
from players import Table

LOST = (Closed, ConnectionError, OSError, TimeoutError, RuntimeError)
FREE = [flag for name in ("commands-per-10s", "rooms-per-minute", "rooms-per-day", "sessions-per-minute",
                             "guesses-per-minute")
        for flag in (f"--{name}", "0")]

# What fails, how, from which call on. "N" is once, "N+" for good.
FAULTS = [("accept4", "EMFILE", "2"), ("accept4", "ENFILE", "3+"), ("accept4", "ECONNABORTED", "1"),
          ("read", "ECONNRESET", "40"), ("read", "EIO", "60+"), ("sendto,write", "EPIPE", "30"),
          ("sendto,write", "ENOBUFS", "45+"), ("epoll_ctl", "ENOSPC", "9"), ("epoll_ctl", "ENOMEM", "12+"),
          ("epoll_wait,epoll_pwait", "EINTR", "20"), ("fdatasync", "EIO", "10"), ("pwrite64", "ENOSPC", "12")]
# A game that goes on makes these calls seldom or never, so nothing may fail.
SELDOM = [("sendmsg,writev", "ECONNRESET", "2"), ("openat", "EMFILE", "1+"), ("mmap,brk", "ENOMEM", "1+"),
          ("getrandom", "EIO", "1+")]


ROUNDS_MAX = 12
injected = {}  # how many calls failed, by call and error

# Which allocation fails from some moment of a game on, and whether all after it do.
ALLOCATIONS = [(nth, is_sticky) for nth in (1, 2, 5, 12, 30, 80) for is_sticky in (False, True)]


class Play:
    """A table of two and what the server has acknowledged to it."""

    def __init__(self, server):
        self.server = server
        self.table = Table(server, size=6)
        self.acknowledged = self.place()

    def place(self):
        game = self.table.a.state["game"]
        return game["current_turn"], game["current_role"]

    def turns(self, count):
        """Plays so many turns or until something breaks; returns how many were acknowledged."""
        done = 0
        try:
            for _ in range(count):
                if self.table.is_over():
                    break
                mover = self.table.mover()
                mover.socket.settimeout(3)
                type, arguments = self.table.choose(mover)
                mover.send(type, **arguments)
                mover.send("end_turn")
                self.acknowledged = None  # acknowledged, and to be seen below or after the way back
                self.table.settle()
                self.acknowledged = self.place()
                done += 1
        except (*LOST, Refused, AssertionError):
            pass
        return done

    def come_back(self):
        """Connects anew; what was acknowledged must be there."""
        known = self.acknowledged
        self.table.connect()
        if known is None or self.table.is_over():
            return
        order = ["journeyman", "weather"]
        (turn, role), (was_turn, was_role) = self.place(), known
        if (turn, order.index(role)) < (was_turn, order.index(was_role)):
            raise AssertionError(f"acknowledged {known}, there is {self.place()}")


def is_traced(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        return not any(line.split() == ["TracerPid:", "0"] for line in status)


class Injection:
    """strace, attached to the server; .count is how many calls it has made fail."""

    def __init__(self, pid, calls, error, when):
        self.log = tempfile.NamedTemporaryFile(prefix="parlour-strace-")
        self.strace = subprocess.Popen(["strace", "-f", "-qq", "-o", self.log.name, "-e", f"trace={calls}",
                                        "-e", f"inject={calls}:error={error}:when={when}", "-p", str(pid)],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: self.strace.poll() is not None or is_traced(pid), "strace does not attach")
        assert self.strace.poll() is None, "strace has ended"

    def has_happened(self):
        with open(self.log.name, "rb") as log:
            return b"(INJECTED)" in log.read()

    def end(self):
        self.strace.send_signal(signal.SIGINT)
        try:
            self.strace.wait(5)
        except subprocess.TimeoutExpired:
            self.strace.kill()
            self.strace.wait()
        self.count = self.log.read().count(b"(INJECTED)")
        self.log.close()


def settle(server):
    """The server serves again: by itself, or started anew if the fault has ended it."""
    def serves():
        if server.process.poll() is not None:
            server.start()
        try:
            server.session("Guest").get("/health")
            return True
        except (*LOST, Refused):
            return False
    wait_for(serves, "the server does not come back")


def go_on(play):
    """A room whose write failed reads its log again, some moments later, before it takes the next command."""
    def plays():
        play.come_back()
        return play.table.is_over() or play.turns(1) > 0 or play.table.is_over()
    wait_for(plays, "the table cannot go on")


def suffer(server, begin, end, has_happened=lambda: True):
    """Plays before, while and after something is wrong: until it has happened, but not for ever."""
    play = Play(server)
    play.turns(2)
    begin()
    for _ in range(ROUNDS_MAX):
        play.turns(4)
        try:
            server.session("Guest").socket(play.table.code)  # somebody new, for what happens at the door
        except (*LOST, Refused):
            pass
        if has_happened() or play.table.is_over():
            break
    end()
    had_ended = server.process.poll()
    settle(server)
    go_on(play)
    return "ended and came back" if had_ended is not None else "went on"


def suffer_calls(server, calls, error, when):
    made = []
    outcome = suffer(server, lambda: made.append(Injection(server.process.pid, calls, error, when)),
                     lambda: made[0].end(), lambda: made[0].has_happened())
    if (calls, error, when) in FAULTS:
        injected[calls, error] = made[0].count
    return f"{outcome}, {made[0].count} calls failed"


def suffer_allocations(nth, is_sticky):
    """A server of its own: the library is preloaded."""
    with tempfile.NamedTemporaryFile(prefix="parlour-plan-") as plan:
        def order(number):
            os.pwrite(plan.fileno(), struct.pack("qq", number, is_sticky), 0)
        order(0)
        wrapper = ["env", f"LD_PRELOAD={os.environ['FAIL_MALLOC']}", f"PLAN_FILE={plan.name}"]
        with Server(*FREE, wrapper=wrapper) as server:
            outcome = suffer(server, lambda: order(nth), lambda: order(0))
            if "ended" in outcome and "out of memory" not in server.log:
                raise AssertionError("ended without a word")
            return outcome


def run_out_of_memory():
    """Its memory shrinks to what it has: the server ends with a message, and nothing acknowledged is lost."""
    with Server(*FREE) as server:
        play = Play(server)
        play.turns(3)
        used = int(open(f"/proc/{server.process.pid}/statm").read().split()[0]) * resource.getpagesize()
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (used, resource.RLIM_INFINITY))
        others = []
        try:
            for number in range(300):
                others.append(server.session(f"Guest {number}").socket(play.table.code))
        except (*LOST, Refused):
            pass
        play.turns(2)
        ended = server.process.poll()
        if ended is not None and "out of memory" not in server.log:
            raise AssertionError(f"ended with {ended} and without a word")
        if ended is None:
            server.kill()
        server.start()
        play.come_back()
        return "ended with a message" if ended is not None else "went on"


def case(name, function):
    try:
        print(f"[       OK ] {name}: {function()}", flush=True)
        return True
    except Exception as problem:  # a test failed, whatever the reason
        print(f"{problem!r}\n[  FAILED  ] {name}", flush=True)
        return False


def can_trace():
    return subprocess.run(["strace", "-o", "/dev/null", "true"], stderr=subprocess.DEVNULL).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=80)
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.seconds
    if not can_trace():
        print("strace may not trace here")
        sys.exit(77)
    all_well = case("out_of_memory", run_out_of_memory)
    left_out = 0
    with Server(*FREE) as server:
        for calls, error, when in FAULTS + SELDOM:
            if time.monotonic() > end:
                left_out += 1
                continue
            name = f"{calls.replace(',', '_')}_{error}_{when.replace('+', '_for_good')}"
            all_well = case(name, lambda: suffer_calls(server, calls, error, when)) and all_well
    for nth, is_sticky in ALLOCATIONS:
        name = f"allocation_{nth}{'_for_good' if is_sticky else ''}"
        all_well = case(name, lambda: suffer_allocations(nth, is_sticky)) and all_well
    print(f"{left_out} faults left out for want of time")
    never = [" ".join(fault) for fault, count in injected.items() if count == 0]
    print(f"of {len(injected)} faults these never happened:", ", ".join(never) or "none")
    all_well = all_well and len(never) <= 2  # a fault that does not happen proves nothing
    sys.exit(0 if all_well else 1)


main()
