#!/usr/bin/env python3
"""A private PostgreSQL for a test: postgres.py COMMAND [ARGUMENTS...]

Makes a cluster in a temporary folder, runs it as an unprivileged user on a Unix socket alone, runs the
command with its address in POSTGRES_URL (and the folder in POSTGRES_FOLDER), and leaves nothing behind. Ends
as the command does; with 77, "not run", where there is no PostgreSQL.

Other tests use the class.
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SETTINGS = """
listen_addresses = ''
fsync = off
max_connections = 40
shared_buffers = 16MB
min_wal_size = 32MB
max_wal_size = 64MB
log_parameter_max_length_on_error = 0
"""


def find_programs():
    """The folder of initdb and postgres, or None."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
    for folder in folders + os.environ.get("PATH", "").split(":"):
        if all(os.access(f"{folder}/{name}", os.X_OK) for name in ("initdb", "postgres", "psql")):
            return folder
    return None


class Cluster:
    """One server. Its user and superuser is `tester`; its database is `parlour`."""

    port = 5432

    def __init__(self):
        self.programs = find_programs()
        self.folder = tempfile.mkdtemp(prefix="pg.")
        self.data = f"{self.folder}/data"
        self.server = None
        self.user = None
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self.user = pwd.getpwnam("nobody")
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        os.chmod(self.folder, 0o755)
        try:
            self.make()
        except BaseException:
            self.close()
            raise

    def make(self):
        self.run("initdb", "-D", self.data, "-U", "tester", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust",
                 "--no-sync")
        self.add_settings()
        self.start()
        self.sql("CREATE DATABASE parlour", database="postgres")

    def add_settings(self):
        with open(f"{self.data}/postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write(SETTINGS + f"unix_socket_directories = '{self.folder}'\nport = {self.port}\n")

    def url(self, database="parlour", extra=""):
        return f"postgresql:///{database}?host={self.folder}&port={self.port}&user=tester{extra}"

    def url_for(self, _):
        """For the server of that name."""
        return self.url()

    def identity(self):
        if self.user is None:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def run(self, program, *arguments):
        subprocess.run([f"{self.programs}/{program}", *arguments], check=True, stdout=subprocess.DEVNULL,
                       cwd=self.folder, **self.identity())

    def start(self):
        """Starts the server and waits until it answers."""
        deadline = time.monotonic() + 60
        self.launch()
        while not self.answers():
            if time.monotonic() > deadline:
                with open(f"{self.folder}/log", encoding="utf-8") as log:
                    raise RuntimeError("PostgreSQL does not start:\n" + log.read())
            if self.server.poll() is not None:  # children of one that was killed are still ending
                self.launch()
            time.sleep(0.05)

    def launch(self):
        with open(f"{self.folder}/log", "ab") as log:
            self.server = subprocess.Popen([f"{self.programs}/postgres", "-D", self.data], stdout=log,
                                           stderr=log, cwd=self.folder, **self.identity())

    def answers(self):
        asked = subprocess.run([f"{self.programs}/psql", "-qXtc", "SELECT 1", self.url("postgres")],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return asked.returncode == 0

    def stop(self):
        """Closes all connections and stops."""
        self.end(signal.SIGINT)

    def kill(self):
        """As a power cut would, but for the operating system: kill -9 of the postmaster."""
        self.end(signal.SIGKILL)

    def end(self, how):
        self.server.send_signal(how)
        self.server.wait()
        self.server = None

    def sql(self, text, database="parlour"):
        command = [f"{self.programs}/psql", "-qXtA", "-v", "ON_ERROR_STOP=1", "-c", text, self.url(database)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.server is not None:
            self.end(signal.SIGQUIT)
        shutil.rmtree(self.folder)


def main():
    if find_programs() is None:
        print("not run: no PostgreSQL on this machine (tools/setup test)")
        return 77
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    cluster = Cluster()
    try:
        environment = {**os.environ, "POSTGRES_URL": cluster.url(), "POSTGRES_FOLDER": cluster.folder,
                       "PATH": f"{cluster.programs}:{os.environ.get('PATH', '')}"}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode
    finally:
        cluster.close()


if __name__ == "__main__":
    sys.exit(main())
