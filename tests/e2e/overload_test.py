#!/usr/bin/env python3
"""Floods, slow readers and slow headers against the real server, while tables play.

    overload_test.py [--seconds N] [--attackers N]

Five tables of Journeyman play turn after turn. Around them others connect and send bad frames, huge messages,
chat without end, or nothing; and some never read. They come from a few addresses, each with more connections
than one address may have. The tables must keep playing, nobody may come in over the limit, and the server's
memory must stay within bounds. Times are reported, not judged: they are the machine's.
"""
import argparse
import json
import multiprocessing
import pathlib
import random
import select
import socket
import struct
import sys
import threading
import time
import types

from harness import Closed, Refused, Server, Session
from players import Table

TABLES, RSS_MAX_MB = 5, 100
ADDRESSES, PER_ADDRESS, TOO_MANY = 4, 30, 20
ENDED = (Closed, Refused, OSError, ValueError, AssertionError)


def rss_mb(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0


class Player(threading.Thread):
    """A well-behaved table: .took holds the seconds of every turn."""

    def __init__(self, server, stop):
        super().__init__(daemon=True)
        self.server, self.stop = server, stop
        self.took, self.problem = [], None
        self.table = Table(server, size=6)

    def run(self):
        try:
            while not self.stop.is_set():
                if self.table.is_over():
                    self.table.a.close()
                    self.table.b.close()
                    self.table = Table(self.server, size=6)
                begin = time.monotonic()
                self.table.turn()
                self.took.append(time.monotonic() - begin)
        except Exception as problem:  # whatever it is, the test fails with it
            self.problem = problem


def raw(server):
    made = socket.create_connection((server.host, server.port), timeout=5, source_address=server.source)
    made.settimeout(5)
    return made


def bad_frames(server, code, chance):
    """Unmasked, oversized, unknown opcodes, bad UTF-8, fragments without an end."""
    guest = Session(server, "Mal").socket(code)
    frames = [b"\x81\x05hello", b"\xf1\x80" + bytes(4), b"\x83\x80" + bytes(4),
              b"\x81\x82" + bytes(4) + b"\xc3\x28", b"\x81\xff" + struct.pack(">Q", 1 << 40) + bytes(4),
              b"\x01\x81" + bytes(4) + b"a"]
    for _ in range(200):
        guest.socket.sendall(chance.choice(frames))


def huge_messages(server, code, chance):
    guest = Session(server, "Hugo").socket(code)
    while True:
        guest.send_frame(1, b"[" * chance.choice([16, 4000, 15000, 17000, 100000]))


def chat_spam(server, code, chance):
    guest = Session(server, "Spam").socket(code)
    for number in range(100000):
        guest.send_frame(1, json.dumps({"type": "chat", "cid": str(number), "text": "x" * 400}).encode())


def slow_reader(server, code, chance):
    """Asks for the whole state again and again, and never reads."""
    guest = Session(server, "Slow").socket(code)
    guest.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    while True:
        guest.send_frame(1, b'{"type":"nothing","cid":"' + b"c" * 40 + b'"}')


def slow_headers(server, code, chance):
    made = raw(server)
    made.sendall(b"GET / HTTP/1.1\r\n")
    for _ in range(1000):
        made.sendall(b"X")
        time.sleep(0.2)


def requests(server, code, chance):
    made = raw(server)
    while True:
        made.sendall(b"GET /api/catalog HTTP/1.1\r\nHost: x\r\n\r\n" * 20)


ATTACKS = [bad_frames, huge_messages, chat_spam, slow_reader, slow_headers, requests]


def attack(server, code, stop, seed):
    chance = random.Random(seed)
    while not stop.is_set():
        try:
            ATTACKS[seed % len(ATTACKS)](server, code, chance)
        except ENDED:
            time.sleep(0.1)


def attack_all(host, port, code, count):
    """In a process of its own, so that the players' times are not ours."""
    stop = threading.Event()
    for number in range(count):
        source = f"127.0.0.{2 + number % ADDRESSES}", 0
        server = types.SimpleNamespace(host=host, port=port, source=source)
        threading.Thread(target=attack, args=(server, code, stop, number), daemon=True).start()
    time.sleep(3600)


def refused_of(server, count):
    """Opens so many connections from one address and holds them; how many of them were turned away."""
    made = [socket.create_connection((server.host, server.port), timeout=5,
                                     source_address=(f"127.0.0.{2 + ADDRESSES}", 0)) for _ in range(count)]
    answered, end = set(), time.monotonic() + 60
    while len(answered) < TOO_MANY and time.monotonic() < end:  # the others are held and get no answer
        answered.update(select.select(made, [], [], 1)[0])
    answered.update(select.select(made, [], [], 1)[0])  # one that should be held
    refused = 0
    for one in answered:
        answer = one.recv(100)
        refused += answer == b"" or b" 503 " in answer
    for one in made:
        one.close()
    return refused


def percentile(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def report(name, took):
    print(f"{name}: {len(took)} turns, median {percentile(took, 50) * 1000:.1f} ms, "
          f"p99 {percentile(took, 99) * 1000:.1f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--attackers", type=int, default=200)
    arguments = parser.parse_args()
    with Server("--commands-per-10s", "0", "--sessions-per-minute", "0", "--rooms-per-minute", "0",
                "--guesses-per-minute", "0", "--connections-per-address", str(PER_ADDRESS)) as server:
        stop = threading.Event()
        players = [Player(server, stop) for _ in range(TABLES)]
        victim = players[0].table.code  # the attackers gather at a table that is played at
        for player in players:
            player.start()
        time.sleep(3)
        quiet = [list(player.took) for player in players]
        calm = rss_mb(server.process.pid)
        attackers = multiprocessing.Process(target=attack_all, daemon=True,
                                            args=(server.host, server.port, victim, arguments.attackers))
        attackers.start()
        peak, end = calm, time.monotonic() + arguments.seconds
        refused = refused_of(server, PER_ADDRESS + TOO_MANY)
        while time.monotonic() < end:
            time.sleep(0.2)
            peak = max(peak, rss_mb(server.process.pid))
        stop.set()
        for player in players:
            player.join(40)
        attackers.kill()
        ok = check(server, players, quiet, calm, peak, refused)
    sys.exit(0 if ok else 1)


def check(server, players, quiet, calm, peak, refused):
    busy = [player.took[len(before):] for player, before in zip(players, quiet)]
    report("alone", sum(quiet, []))
    if all(busy):
        report("flooded", sum(busy, []))
    print(f"one address: {refused} of {PER_ADDRESS + TOO_MANY} connections turned away")
    print(f"memory: {calm:.0f} MB alone, at most {peak:.0f} MB flooded (bound {RSS_MAX_MB} MB)")
    cases = {
        "every_table_keeps_playing": all(len(took) >= 3 for took in busy)
        and not any(player.problem or player.is_alive() for player in players),
        "memory_stays_within_bounds": 0 < peak < RSS_MAX_MB,
        "one_address_has_as_many_connections_as_it_may": refused == TOO_MANY,
        "the_server_is_still_there": server.process.poll() is None,
    }
    for player in players:
        if player.problem:
            print(f"  {player.problem!r}")
    for name, holds in cases.items():
        print(f"[{'       OK ' if holds else '  FAILED  '}] {name}")
    return all(cases.values())


main()
