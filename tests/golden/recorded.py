"""Copies of what was recorded, and servers on them."""
import gzip
import json
import os
import pathlib
import struct
import sys
import tempfile
import time
from contextlib import contextmanager

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from harness import Server  # noqa: E402
from load import UNLIMITED  # noqa: E402


def unzip(path):
    return gzip.decompress(path.read_bytes())


@contextmanager
def database_of(version):
    with tempfile.TemporaryDirectory(prefix="parlour-golden-") as folder:
        path = pathlib.Path(folder) / "parlour.db"
        path.write_bytes(unzip(version / "parlour.db.gz"))
        path.chmod(0o600)
        yield path


@contextmanager
def server_of(version, *options):
    """A server on a copy of the database, at the time when it was recorded."""
    told = json.loads(unzip(version / "told.json.gz"))
    with database_of(version) as path:
        clock = path.with_name("clock")
        clock.write_bytes(struct.pack("q", told["time_ms"] - int(time.time() * 1000)))
        wrapper = ["env", f"LD_PRELOAD={os.environ['WALL_CLOCK']}", f"CLOCK_FILE={clock}",
                   "ASAN_OPTIONS=verify_asan_link_order=0"]
        with Server(*UNLIMITED, *options, data=str(path.parent), wrapper=wrapper) as server:
            yield server, told
