"""The real binary for tests: started on a free port with a data folder of its own, killed, restarted."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from parlour_client import Closed, Refused, Session, Socket  # noqa: E402,F401

BINARY = os.environ.get("PARLOUR_BINARY", "build/parlour")


class Server:
    """One process on a free port with a data folder of its own (kept over restarts)."""

    host = "127.0.0.1"

    def __init__(self, *options, data=None, wrapper=()):
        self.options = list(options)
        self.wrapper = list(wrapper)
        self.owns_data = data is None
        self.data = data or tempfile.mkdtemp(prefix="parlour-")
        self.port = 0
        self.process = None
        self.lines = []
        self.start()

    def start(self):
        command = self.wrapper + [BINARY, "serve", "--address", "127.0.0.1", "--port", str(self.port),
                                  "--data", self.data, "--qr", "0"] + self.options
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.ready = threading.Event()
        threading.Thread(target=self._read_log, args=(self.process,), daemon=True).start()
        if not self.ready.wait(30):
            raise RuntimeError("the server does not start:\n" + "".join(self.lines[-20:]))

    def _read_log(self, process):
        for line in process.stderr:
            self.lines.append(line)
            found = re.search(r"listening.* port=(\d+)", line)
            if found:
                self.port = int(found.group(1))
                self.ready.set()
        self.ready.set()

    @property
    def log(self):
        return "".join(self.lines)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, timeout=15):
        self.process.terminate()
        return self.process.wait(timeout)

    def restart(self):
        if self.process.poll() is None:
            self.stop()
        self.start()

    def close(self):
        if self.process.poll() is None:
            code = self.stop()
            if code != 0:
                raise RuntimeError(f"the server ended with {code}:\n" + "".join(self.lines[-60:]))
        if self.owns_data:
            shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            print("--- the server's last lines\n" + "".join(self.lines[-30:]))
        self.close()

    def session(self, name):
        return Session(self, name)


def main(tests):
    """Runs the functions given, prints cases like the other runners, and the totals."""
    failed = 0
    for test in tests:
        begin = time.monotonic()
        try:
            test()
            print(f"[       OK ] {test.__name__} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception:  # a test failed, whatever the reason
            traceback.print_exc()
            print(f"[  FAILED  ] {test.__name__}", flush=True)
            failed += 1
    raise SystemExit(1 if failed else 0)
