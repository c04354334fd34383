"""People who play and talk while something goes wrong, and their own records of what they were told."""
import contextlib
import threading
import time

from harness import Closed, Refused
from players import Table

LOST = (Closed, ConnectionError, OSError, TimeoutError)
PASSING = ("not_saved", "restarting", "elsewhere", "handshake", "too_busy", "too_many_requests", "paused")
LIMITS = ("commands-per-10s", "rooms-per-minute", "rooms-per-day", "mb-per-day", "sessions-per-minute",
          "guesses-per-minute")
UNLIMITED = [option for name in LIMITS for option in (f"--{name}", "0")]
UNLIMITED += ["--connections-per-address", "5000"]


def leave(table):
    """A run of hours has more sockets than a process may have, if they stay open."""
    table.a.close()
    table.b.close()


def come_back(table):
    leave(table)
    table.connect()


class Player(threading.Thread):
    """Two people at Journeyman, one table after another. Whatever they send they send again, with the same
    cid, until it is answered. `.acknowledged` counts; `.problem` says what broke."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.server, self.number = server, number
        self.acknowledged, self.problem, self.stopping = 0, None, False
        self.records = []  # (table, texts acknowledged in order, the one without an answer)

    def run(self):
        try:
            while not self.stopping:
                self.play_one()
        except Exception as problem:  # whatever it is, the test fails with it
            self.problem = problem

    def patiently(self, function):
        """Tries until the server is there again and can save."""
        while True:
            try:
                return function()
            except LOST:
                if self.stopping:
                    raise
            except Refused as refused:
                if refused.code not in PASSING or self.stopping:
                    raise
            time.sleep(0.03)

    def play_one(self):
        try:
            table = self.patiently(lambda: Table(self.server, size=6))
        except LOST:
            return
        except Refused as refused:  # a table half made when the server went: make another one
            if refused.code in PASSING + ("name_taken", "no_session", "wrong_phase", "not_now"):
                return
            raise
        said, turns = [], 0
        record = [table, said, None]
        self.records.append(record)
        while not self.stopping and not table.is_over():
            self.say(table, record, f"word {self.number}.{len(self.records)}.{turns}")
            self.turn(table, f"turn-{turns}")
            turns += 1
        leave(table)

    def again(self, table, attempt):
        """True when the attempt has been answered, False when the player was told to stop first."""
        while not self.stopping:
            try:
                attempt()
                self.acknowledged += 1
                return True
            except LOST:
                with contextlib.suppress(*LOST, Refused):
                    self.patiently(lambda: come_back(table))
            except Refused as refused:
                if refused.code not in PASSING:
                    raise
                time.sleep(0.03)
                with contextlib.suppress(*LOST, Refused):
                    self.patiently(lambda: come_back(table))
        return False

    def say(self, table, record, text):
        record[2] = text
        if self.again(table, lambda: table.b.send("chat", text=text, cid=text)):
            record[1].append(text)
            record[2] = None

    def turn(self, table, cid):
        """One turn; the state afterwards must be the one after it."""
        game = table.a.state["game"]
        before = game["current_turn"], game["current_role"]
        self.again(table, lambda: self.attempt(table, cid, before))

    @staticmethod
    def stands(socket):
        game = socket.state["game"] or {}
        return game.get("current_turn"), game.get("current_role")

    def attempt(self, table, cid, before):
        mover = table.mover()
        now = self.stands(mover)
        if now == before and table.a.state["phase"] == "playing":
            type, arguments = table.choose(mover)
            try:
                mover.send(type, **arguments)
                mover.send("end_turn", cid=cid)
            except Refused as refused:
                # The turn that had no answer was done after all, and the frame that says so is on its way.
                if refused.code not in ("not_your_turn", "wrong_phase"):
                    raise
                mover.until(lambda s: self.stands(s) != before or s.state["phase"] != "playing")
        table.settle()
        game = table.a.state["game"]
        after = game["current_turn"], game["current_role"]
        if after == before and table.a.state["phase"] == "playing":
            raise AssertionError(f"an acknowledged turn is lost: still {after}")

    def check_records(self):
        """What was acknowledged was said once and in that order; what was not answered at most once."""
        for table, said, open_text in self.records:
            told = table.ana.get(f"/api/games/{table.game_id}/chat")["messages"]
            texts = [message["event"]["text"] for message in told]
            assert len(set(texts)) == len(texts), f"said twice at {table.code}"
            assert [text for text in texts if text != open_text] == said, f"{table.code}: {said} but {texts}"


class Load:
    """So many tables under way; `check()` ends them and compares their records with the server's."""

    def __init__(self, server, tables=4):
        self.server = server
        self.players = [Player(server, number) for number in range(tables)]
        for player in self.players:
            player.start()

    @property
    def acknowledged(self):
        return sum(player.acknowledged for player in self.players)

    def progress(self, count, seconds=40):
        """Waits until so many more were acknowledged: everybody can go on."""
        end, goal = time.monotonic() + seconds, self.acknowledged + count
        while self.acknowledged < goal:
            self.raise_problem()
            assert time.monotonic() < end, f"only {self.acknowledged} of {goal} acknowledged"
            time.sleep(0.02)

    def raise_problem(self):
        for player in self.players:
            if player.problem:
                raise player.problem

    def check(self):
        for player in self.players:
            player.stopping = True
        for player in self.players:
            player.join(60)
            assert not player.is_alive(), "a player hangs"
        self.raise_problem()
        for player in self.players:
            player.check_records()
        return self.acknowledged
