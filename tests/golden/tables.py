"""A table whose people do whatever they may, by chance, over HTTP."""
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from harness import Refused  # noqa: E402

PATIENCE = 20  # how often people who may do nothing look again, before their host skips


def choose_value(choices, value):
    """One legal value of an argument, out of how `available_actions` tells them."""
    if isinstance(value, list):
        return choices.choice(value)
    if isinstance(value, dict) and "from" in value:
        count = value["count"]
        count = choices.randint(count["min"], count["max"]) if isinstance(count, dict) else count
        return [item for item in value["from"] if item in choices.sample(value["from"], count)][:count]
    if isinstance(value, dict) and "min" in value:
        return choices.randint(value["min"], value["max"])
    return value


def choose(choices, actions, shunned):
    actions = [action for action in actions if action["type"] not in shunned]
    if not actions:
        return None
    action = dict(choices.choice(actions))
    action.pop("what", None)
    return action.pop("type"), {key: choose_value(choices, value) for key, value in action.items()}


class Room:
    """A host, some people and some bots. The people do whatever they may, by chance."""

    def __init__(self, people, game_id, seed=1, shunned=()):
        self.choices = random.Random(seed)
        self.shunned = shunned
        self.people, self.host, self.game_id = people, people[0], game_id

    @classmethod
    def make(cls, server, game, names, bots, seed, options=None, shunned=()):
        people = [server.session(name) for name in names]
        made = people[0].create(game, options=options or {})
        room = cls(people, made["game_id"], seed, shunned)
        room.set_id, room.code = made["game_set_id"], made["code"]
        for person in people[1:]:
            person.post(f"/api/games/{room.game_id}/join")
        for _ in range(bots):
            room.host.act(room.game_id, "add_bot", strength=1)
        return room

    def state(self, person):
        return person.get(f"/api/games/{self.game_id}")["state"]

    def act(self, person, type, **arguments):
        """True if it was accepted."""
        try:
            person.act(self.game_id, type, **arguments)
            return True
        except Refused as refused:
            assert refused.status != 500, refused
            return False

    def begin(self):
        for person in self.people:
            self.act(person, "ready")
        self.act(self.host, "start")
        assert self.state(self.host)["phase"] == "playing", self.state(self.host)

    def step(self):
        for _ in range(PATIENCE):
            for person in self.choices.sample(self.people, len(self.people)):
                actions = (self.state(person).get("game") or {}).get("available_actions") or []
                chosen = choose(self.choices, actions, self.shunned)
                if chosen and self.act(person, chosen[0], **chosen[1]):
                    return
            time.sleep(0.02)  # a bot may be thinking
        self.act(self.host, "skip")

    def play(self, steps):
        """So many steps, or to the end of the game."""
        for _ in range(steps):
            if self.state(self.host)["phase"] != "playing":
                return
            self.step()

    def play_out(self):
        self.play(5000)
        assert self.state(self.host)["phase"] == "results", (self.code, self.state(self.host)["game"])
