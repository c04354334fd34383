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
import types

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
        self.sockets = []
        self.start()

    def start(self):
        command = self.wrapper + [BINARY, "serve", "--address", "127.0.0.1", "--port", str(self.port),
                                  "--data", self.data, "--qr", "0"] + self.options
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        ready = threading.Event()
        threading.Thread(target=self._read_log, args=(self.process, ready), daemon=True).start()
        if not ready.wait(30) or self.process.poll() is not None:
            raise RuntimeError("the server does not start:\n" + "".join(self.lines[-20:]))

    def _read_log(self, process, ready):
        for line in process.stderr:
            self.lines.append(line)
            found = re.search(r"listening.* port=(\d+)", line)
            if found:
                self.port = int(found.group(1))
                ready.set()
        ready.set()

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
        for socket in self.sockets:
            socket.close()
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


def own_tests(names):
    """The functions of a test file that take nothing, in their order: its tests."""
    return [value for value in names.values()
            if isinstance(value, types.FunctionType) and value.__module__ == "__main__"
            and value.__code__.co_argcount == 0]


def wait_for(condition, what="it did not come"):
    """Until the condition holds; with an error that says what for if it never does."""
    end = time.monotonic() + 120  # as long as the busiest machine takes
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def expire(*_):
    raise TimeoutError("the test takes too long")


def main(tests, seconds=300):
    """Runs the functions given (or those of them named on the command line), prints each case."""
    signal.signal(signal.SIGALRM, expire)
    failed = 0
    named = sys.argv[1:]
    tests = [test for test in tests if not named or test.__name__ in named]
    for test in tests:
        begin = time.monotonic()
        signal.alarm(seconds)
        try:
            test()
            print(f"[       OK ] {test.__name__} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception:  # a test failed, whatever the reason
            traceback.print_exc()
            print(f"[  FAILED  ] {test.__name__}", flush=True)
            failed += 1
        finally:
            signal.alarm(0)
    raise SystemExit(1 if failed else 0)
