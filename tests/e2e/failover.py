"""A PostgreSQL with a synchronous standby that takes over, and links that can be cut: for a test that has a
network namespace of its own."""
import contextlib
import os
import shutil
import subprocess
import sys

from harness import wait_for
from postgres import Cluster

INSIDE = "PARLOUR_TEST_NAMESPACE"
REPLICATION = "10.9.0.1"


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def enter_namespace():
    """Starts this program again in a namespace; False if that is refused."""
    if os.environ.get(INSIDE):
        ip("link", "set", "lo", "up")
        for address in (REPLICATION, *map(address_of, ("n1", "n2", "n3"))):
            ip("address", "add", f"{address}/32", "dev", "lo")
        # What cuts a link has to stand before the table of this machine's own addresses.
        ip("rule", "add", "pref", "100", "lookup", "local")
        ip("rule", "del", "pref", "0")
        return True
    how = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-c", "-n", "--keep-caps"]
    tried = subprocess.run([*how, "ip", "link", "set", "lo", "up"], check=False, stderr=subprocess.DEVNULL)
    if tried.returncode != 0:
        return False
    os.environ[INSIDE] = "1"
    os.execvp(how[0], [*how, sys.executable, *sys.argv])


def address_of(node):
    """Where the server of that name finds the databases, so that nobody else's link is cut with its own."""
    return f"10.9.{node[1:]}.1"


@contextlib.contextmanager
def cut(*rules):
    """What is sent meanwhile is lost, and nobody is told."""
    for rule in rules:
        ip("rule", "add", "pref", "5", *rule.split(), "blackhole")
    try:
        yield
    finally:
        for rule in rules:
            ip("rule", "del", "pref", "5", *rule.split(), "blackhole")


class Member(Cluster):
    def __init__(self, number, primary=None):
        self.port = 5431 + number
        self.primary = primary
        super().__init__()

    def make(self):
        if self.primary is not None:
            self.follow(self.primary)
        else:
            super().make()

    def add_settings(self):
        super().add_settings()
        with open(f"{self.data}/postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write("listen_addresses = '*'\nwal_sender_timeout = 5s\nwal_receiver_timeout = 5s\n")
        with open(f"{self.data}/pg_hba.conf", "a", encoding="utf-8") as callers:
            callers.write("host all,replication all 10.9.0.0/16 trust\n")

    def follow(self, primary):
        """Begins anew as its standby, which from then on every commit waits for."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-c", "fast", "--no-sync", "-R", "-D", self.data, "-d",
                 f"postgresql://tester@{REPLICATION}:{primary.port}/postgres?application_name=standby")
        self.add_settings()
        self.start()
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        primary.sql("SELECT pg_reload_conf()")
        wait_for(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync",
                 "the standby does not follow")

    def promote(self):
        self.run("pg_ctl", "promote", "-w", "-D", self.data)


class Pair:
    """Looks like a Cluster: its primary, whichever of the two that is."""

    def __init__(self):
        self.primary = Member(1)
        try:
            self.standby = Member(2, self.primary)
        except BaseException:
            self.primary.close()
            raise

    def __getattr__(self, name):
        return getattr(self.primary, name)

    def url_for(self, node):
        hosts = ",".join(f"{address_of(node)}:{member.port}" for member in (self.primary, self.standby))
        return f"postgresql://tester@{hosts}/parlour"

    def take_over(self):
        """The primary is dead: the standby is the primary, and the other one begins anew behind it."""
        self.primary, self.standby = self.standby, self.primary
        self.primary.promote()

    def follow_again(self):
        self.standby.follow(self.primary)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for member in (self.standby, self.primary):
            member.close()
