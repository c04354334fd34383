"""How long it takes until everybody plays again, on three servers behind nginx, when something ends."""
import os
import random
import statistics
import time


def seconds_until_all_play(load, begin):
    """For each table: when after `begin` something more was acknowledged."""
    waiting = {player: player.acknowledged for player in load.players}
    seconds = []
    while waiting:
        load.raise_problem()
        for player, before in list(waiting.items()):
            if player.acknowledged > before:
                seconds.append(time.monotonic() - begin)
                del waiting[player]
        time.sleep(0.005)
    return seconds


def kill(house, name, _):
    house[name].kill()
    return house[name].start


def restart(house, name, _):
    house[name].restart()


def crash(_, __, database):
    database.kill()
    database.start()


def measure(binary, database, tables=12, rounds=4):
    """By what ends: seconds of each table and round, from the moment before it ends."""
    os.environ["PARLOUR_BINARY"] = str(binary)
    import cluster_test  # pylint: disable=import-outside-toplevel
    import nemesis  # pylint: disable=import-outside-toplevel
    from load import Load  # pylint: disable=import-outside-toplevel
    cluster_test.CLUSTER = database
    found = {}
    with cluster_test.House(*nemesis.NODES, router="accel") as house, nemesis.router_of(house) as proxy:
        proxy.session = lambda name: cluster_test.Session(proxy, name)
        house.wait_for_grace()
        load = Load(proxy, tables)
        for what in (kill, restart, crash):
            seconds = []
            for _ in range(rounds):
                nemesis.everybody_plays(house, load, 3)
                begin = time.monotonic()
                after = what(house, random.choice(nemesis.NODES), database)
                seconds += seconds_until_all_play(load, begin)
                if after:
                    after()
                    house.wait_for_grace()
            found[what.__name__] = sorted(seconds)
        load.check()
    return found


def shown(seconds):
    return f"median {statistics.median(seconds):.1f} s of {len(seconds)} tables"
