#!/usr/bin/env python3
"""Several servers, their router and their database under load, while something dies in every round.

    nemesis.py [--rounds N] [--minutes N] [--tables N] [--moves N] [--seed S]

Judged by the players' own records: every acknowledged move is there, once and in its order.
"""
import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import cluster_test
from cluster_test import House, Session, replaced, running, wait_for, write_nginx
from failover import REPLICATION, Pair, address_of, cut, enter_namespace
from faults_test import Clock
from load import Load
from postgres import Cluster, find_programs
from proxy_test import DEPLOY

NODES = ("n1", "n2", "n3")


def kill_server(house, chance):
    server = house[chance.choice(NODES)]
    server.kill()
    time.sleep(chance.uniform(0, 4))
    server.start()


def restart_server(house, chance):
    house[chance.choice(NODES)].restart()


def stop_server_for_a_while(house, chance):
    process = house[chance.choice(NODES)].process
    process.send_signal(signal.SIGSTOP)
    time.sleep(chance.uniform(1, 6))
    process.send_signal(signal.SIGCONT)


def kill_database(_, chance):
    cluster_test.CLUSTER.kill()
    time.sleep(chance.uniform(0, 2))
    cluster_test.CLUSTER.start()


def restart_database(_, chance):
    cluster_test.CLUSTER.stop()
    time.sleep(chance.uniform(0, 4))
    cluster_test.CLUSTER.start()


def kill_both(house, chance):
    server = house[chance.choice(NODES)]
    cluster_test.CLUSTER.kill()
    server.kill()
    cluster_test.CLUSTER.start()
    server.start()


def restart_all(house, chance):
    """One after the other, as an upgrade does."""
    for name in chance.sample(NODES, len(NODES)):
        house[name].restart()


def cut_connections(_, chance):
    cluster_test.CLUSTER.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                             f" WHERE application_name = 'parlour' AND random() < {chance.random()}")


FAULTS = (kill_server, kill_database, stop_server_for_a_while, restart_server, cut_connections, kill_both,
          restart_database, restart_all)


# With a standby and a network namespace:

def fail_over(_, chance):
    cluster_test.CLUSTER.kill()
    time.sleep(chance.uniform(0, 2))
    cluster_test.CLUSTER.take_over()
    cluster_test.CLUSTER.follow_again()


def switch_over(_, __):
    cluster_test.CLUSTER.stop()
    cluster_test.CLUSTER.take_over()
    cluster_test.CLUSTER.follow_again()


def fail_over_and_kill_server(house, chance):
    server = house[chance.choice(NODES)]
    cluster_test.CLUSTER.kill()
    server.kill()
    cluster_test.CLUSTER.take_over()
    server.start()
    cluster_test.CLUSTER.follow_again()


def kill_standby(_, chance):
    cluster_test.CLUSTER.standby.kill()
    time.sleep(chance.uniform(0, 4))
    cluster_test.CLUSTER.standby.start()


def cut_server_from_database(_, chance):
    with cut(f"to {address_of(chance.choice(NODES))}"):
        time.sleep(chance.uniform(1, 8))


def cut_server_from_router(house, chance):
    port = house[chance.choice(NODES)].port
    with cut(f"ipproto tcp dport {port}", f"ipproto tcp sport {port}"):
        time.sleep(chance.uniform(1, 8))


def set_clock(house, chance):
    """The wall clock of one server is wrong from now on, if it can be."""
    if house.clock is not None:
        house.clock.set(chance.choice((-26, -1, 0, 1, 26)))


def cut_standby(_, chance):
    with cut(f"to {REPLICATION}"):
        time.sleep(chance.uniform(1, 8))


ALL_FAULTS = tuple(fault for pair in zip(FAULTS, (
    fail_over, cut_server_from_database, kill_standby, cut_server_from_router, switch_over, cut_standby,
    fail_over_and_kill_server, set_clock)) for fault in pair)


def router_of(house):
    def make(folder, web, secure, _):
        ports = [(f"127.0.0.1:800{number}", f"127.0.0.1:{house[f'n{number}'].port}") for number in (1, 2, 3)]
        return write_nginx(folder, web, secure, replaced((DEPLOY / "nginx-cluster.conf").read_text(), ports))
    return running(make, house["n1"])


def show_waiting(house, load, goals):
    """Where everybody waits: the players, each server, the rooms' owners, the database."""
    for player, goal in zip(load.players, goals):
        if player.acknowledged < goal:
            frames = sys._current_frames().get(player.ident)  # pylint: disable=protected-access
            where = "".join(traceback.format_stack(frames)[-4:]) if frames else "it has ended\n"
            table = player.records[-1][0].code if player.records else "none yet"
            print(f"--- player {player.number}, table {table}: {player.acknowledged} of {goal}\n{where}")
    for name in NODES:
        with contextlib.suppress(Exception):  # one that does not answer is the finding
            status, body = cluster_test.Session(house[name]).request("GET", "/ready", raw=True)
            print(f"--- {name}: {status.status} {body[:200]}")
        print("".join(house[name].lines[-12:]))
    for question in ("SELECT code, owner, due_ms FROM rooms",
                     "SELECT *, until - clock_timestamp() FROM nodes",
                     "SELECT pid, state, wait_event, query FROM pg_stat_activity"
                     " WHERE application_name = 'parlour'"):
        with contextlib.suppress(subprocess.CalledProcessError):
            print(f"--- {question}\n{cluster_test.CLUSTER.sql(question)}")


def everybody_plays(house, load, moves):
    """Each table goes on, not only those whose server was spared."""
    goals = [player.acknowledged + moves for player in load.players]

    def is_reached():
        load.raise_problem()
        return all(player.acknowledged >= goal for player, goal in zip(load.players, goals))
    begin = time.monotonic()
    try:
        wait_for(is_reached, "not everybody can play on")
    except AssertionError:
        show_waiting(house, load, goals)
        raise
    return time.monotonic() - begin


def main(faults):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=len(faults))
    parser.add_argument("--minutes", type=float, default=1e9, help="no round begins later")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--moves", type=int, default=3, help="of every table in every round")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    with House(*NODES, router="accel") as house, router_of(house) as proxy:
        proxy.session = lambda name: Session(proxy, name)
        house.wait_for_grace()
        load = Load(proxy, arguments.tables)
        rounds, end = 0, time.monotonic() + 60 * arguments.minutes
        while rounds < arguments.rounds and time.monotonic() < end:
            everybody_plays(house, load, arguments.moves)
            fault = faults[rounds % len(faults)]
            fault(house, chance)
            seconds = everybody_plays(house, load, 1)
            rounds += 1
            print(f"{rounds:4} {fault.__name__:24} everybody plays {seconds:4.1f} s after it", flush=True)
        everybody_plays(house, load, arguments.moves)
        count = load.check()
    print(f"{rounds} rounds, {count} acknowledged moves, none lost and none twice")
    print("[       OK ] no_acknowledged_move_is_lost_whatever_dies")


if __name__ == "__main__":
    if find_programs() is None:
        print("not run: no PostgreSQL on this machine (tools/setup test)")
        sys.exit(77)
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    HAS_LINKS = enter_namespace()
    if not HAS_LINKS:
        print("not run: faults of links and a standby (no network namespace is allowed here)", flush=True)
    if "WALL_CLOCK" in os.environ:
        House.clock = Clock(tempfile.mkdtemp())
        House.wrappers = {"n3": House.clock.environment}
    with Pair() if HAS_LINKS else Cluster() as cluster_test.CLUSTER:
        main(ALL_FAULTS if HAS_LINKS else FAULTS)
