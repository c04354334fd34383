"""A small client of Parlour's API: sessions over HTTP, a room's WebSocket. Standard library only."""
import base64
import contextlib
import http.client
import json
import os
import socket
import struct
import time


class Refused(Exception):
    """An answer that is a problem: .code is the stable word, .status the HTTP status."""

    def __init__(self, problem):
        super().__init__(json.dumps(problem))
        self.problem = problem
        self.code = problem.get("code")
        self.why = problem.get("why")
        self.status = problem.get("status")


class Closed(Exception):
    """The server closed the socket; .code says why."""

    def __init__(self, code, reason=""):
        super().__init__(f"{code} {reason}")
        self.code = code


def connect_http(server):
    options = {"timeout": 20, "source_address": getattr(server, "source", None)}
    if getattr(server, "tls", None):
        return http.client.HTTPSConnection(server.host, server.port, context=server.tls, **options)
    return http.client.HTTPConnection(server.host, server.port, **options)


class Session:
    """A player: a token and the API. `server` has .host and .port, perhaps the .source to come from, and for
    https an ssl context, .tls; .base if it is under a path of its site ("/parlour")."""

    def __init__(self, server, name=None, token=None):
        self.server = server
        self.token = token
        self.name = name
        if name is not None:
            made = self.post("/api/session", {"name": name})
            self.token, self.id = made["token"], made["player_id"]

    def request(self, method, path, body=None, headers=None, raw=False):
        connection = connect_http(self.server)
        try:
            head = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            if body is not None and not isinstance(body, (bytes, str)):
                body = json.dumps(body)
                head["Content-Type"] = "application/json"
            where = getattr(self.server, "base", "") + path
            connection.request(method, where, body=body, headers={**head, **(headers or {})})
            answer = connection.getresponse()
            data = answer.read()
            if raw:
                return answer, data
            parsed = json.loads(data) if data else {}
            if answer.status >= 400:
                raise Refused(parsed)
            return parsed
        finally:
            connection.close()

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def post(self, path, body=None, **options):
        return self.request("POST", path, {} if body is None else body, **options)

    def create(self, game, **options):
        return self.post("/api/games", {"game": game, **options})

    def act(self, game_id, type, cid=None, **arguments):
        headers = {"Idempotency-Key": cid} if cid else {}
        return self.post(f"/api/games/{game_id}/actions", {"type": type, **arguments}, headers=headers)

    def socket(self, code, **options):
        made = Socket(self.server, code, self.token, **options)
        getattr(self.server, "sockets", []).append(made)
        return made


class Socket:
    """A WebSocket that keeps the last state and answers pings."""

    def __init__(self, server, code, token=None, after=None, table=False, origin=None,
                 cookie=None, game=None):
        self.seq, self.state, self.frames, self.over = 0, None, [], []
        self.next_cid = 0
        query = [f"after={after}"] if after is not None else []
        query += (["table=1"] if table else []) + ([f"game={game}"] if game else [])
        query = "&".join(query)
        self.socket = socket.create_connection((server.host, server.port), timeout=20,
                                               source_address=getattr(server, "source", None))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if getattr(server, "tls", None):
            self.socket = server.tls.wrap_socket(self.socket, server_hostname=server.host)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {getattr(server, 'base', '')}/ws/{code}{'?' + query if query else ''} HTTP/1.1",
                 f"Host: {server.host}:{server.port}",
                 "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Origin: {origin}"] if origin else []
        lines += [f"Cookie: {cookie}"] if cookie else []
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        head = self._until(b"\r\n\r\n").decode()
        if " 101 " not in head.splitlines()[0]:
            self.socket.close()
            raise Refused({"status": int(head.split()[1]), "code": "handshake"})

    def _until(self, mark):
        while mark not in self.buffer:
            self._fill()
        head, self.buffer = self.buffer.split(mark, 1)
        return head

    def _fill(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed(1006, "end of file")
        self.buffer += data

    def _exactly(self, count):
        while len(self.buffer) < count:
            self._fill()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0xFE]) + struct.pack(">H", size)
        else:
            head += bytes([0xFF]) + struct.pack(">Q", size)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def receive(self, timeout=20):
        """The next message, or Closed, or TimeoutError."""
        self.socket.settimeout(timeout)
        while True:
            first, second = self._exactly(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self._exactly(2))
            elif size == 127:
                size, = struct.unpack(">Q", self._exactly(8))
            payload = self._exactly(size)
            opcode = first & 15
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise Closed(code, payload[2:].decode())
            elif opcode == 1:
                return self._note(json.loads(payload))

    def _note(self, frame):
        self.frames.append(frame)
        self.seq = frame.get("seq", self.seq)
        if frame["type"] == "room_state":
            self.state = frame["state"]
        elif frame["type"] == "game_update":
            for part in ("clock", "awaited", "game"):
                if part in frame:
                    self.state[part] = frame[part]
        elif frame["type"] == "game_over":
            self.over.append(frame)
        return frame

    def send(self, type, cid=None, **arguments):
        """Sends a command and waits for its ok; raises Refused."""
        self.next_cid += 1
        cid = cid or f"{id(self)}-{self.next_cid}"
        self.send_frame(1, json.dumps({"type": type, "cid": cid, **arguments}).encode())
        while True:
            frame = self.receive()
            if frame["type"] == "ok" and frame["cid"] == cid:
                return frame
            if frame["type"] == "error" and frame["cid"] == cid:
                raise Refused(frame)

    def until(self, condition, timeout=20):
        """Receives until the condition on this socket holds."""
        end = time.monotonic() + timeout
        while not condition(self):
            self.receive(max(0.01, end - time.monotonic()))
        return self

    def drain(self, quiet=0.2):
        """Receives whatever is on its way."""
        with contextlib.suppress(TimeoutError, socket.timeout):
            while True:
                self.receive(quiet)

    def close(self):
        self.socket.close()
