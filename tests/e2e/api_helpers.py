"""What several test files need: a server without rate limits, an operator."""
import subprocess

from harness import BINARY, Server, Session


def unlimited(*options):
    """A server that does not mind how fast a test is, with bots that do not wait."""
    limits = ("commands-per-10s", "rooms-per-minute", "rooms-per-day", "guesses-per-minute",
              "knocks-per-minute", "sessions-per-minute")
    flags = [flag for name in limits for flag in (f"--{name}", "0")]
    return Server(*flags, "--bot-delay-ms", "0", *options)


def operator(server):
    """A session with the operator's token, after a restart that reads it."""
    made = subprocess.run([BINARY, "admin", "token", "--data", server.data], capture_output=True, text=True,
                          check=True)
    server.restart()
    return Session(server, token=made.stdout.strip())
