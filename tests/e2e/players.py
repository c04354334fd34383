"""Players of Journeyman for tests: a table of two that plays by the view alone."""
from harness import Refused


class Table:
    """Ana (the Journeyman) and Bob (Weather) at a running game on a field of `size`."""

    def __init__(self, server, size=4, **options):
        self.server = server
        self.ana, self.bob = server.session("Ana"), server.session("Bob")
        self.made = self.ana.create("journeyman", **options)
        self.code, self.game_id = self.made["code"], self.made["game_id"]
        self.connect()
        self.b.send("join", name="Bob")
        self.a.send("select_role", role="journeyman")
        self.b.send("select_role", role="weather")
        self.a.until(lambda s: s.state["phase"] == "playing")
        self.a.send("configure_grid", size=size)
        self.settle()

    def connect(self):
        self.a, self.b = self.ana.socket(self.code), self.bob.socket(self.code)
        for socket in (self.a, self.b):
            socket.until(lambda s: s.state is not None)

    @staticmethod
    def key(socket):
        """Where the game stands, as everybody may know it."""
        game = socket.state["game"] or {}
        return socket.state["phase"], *map(game.get, ("current_turn", "current_role", "winner"))

    def settle(self):
        """Both have seen the same public state: receives on both until they agree."""
        for _ in range(200):
            if self.key(self.a) == self.key(self.b):
                return
            self.a.drain(0.02)
            self.b.drain(0.02)
        raise AssertionError(f"{self.key(self.a)} is not {self.key(self.b)}")

    def mover(self):
        return self.a if self.a.state["game"]["current_role"] == "journeyman" else self.b

    def choose(self, socket):
        """The first legal choice, for Weather two fields next to the Journeyman where there are any."""
        actions = {action["type"]: action for action in socket.state["game"]["available_actions"]}
        if "move" in actions:
            return "move", {"position": actions["move"]["position"][0]}
        fields = actions["flood"]["positions"]
        fields = fields["from"] if isinstance(fields, dict) else fields
        here = socket.state["game"]["journeyman_position"]
        fields.sort(key=lambda f: max(abs(f["x"] - here["x"]), abs(f["y"] - here["y"])))
        return "flood", {"positions": fields[:2]}

    def turn(self):
        """One side stages and commits; both have seen it afterwards."""
        socket = self.mover()
        other = self.b if socket is self.a else self.a
        type, arguments = self.choose(socket)
        socket.send(type, **arguments)
        socket.send("end_turn")
        other.until(lambda s: self.key(s) == self.key(socket))

    def is_over(self):
        return self.a.state["phase"] == "results"

    def play_out(self, turns=2000):
        for _ in range(turns):
            if self.is_over():
                return
            self.turn()
        raise AssertionError("the game does not end")


def refusal(function, *arguments, **named):
    """The code of the refusal that the call must end in."""
    try:
        function(*arguments, **named)
    except Refused as refused:
        return refused.code
    raise AssertionError("it was not refused")
