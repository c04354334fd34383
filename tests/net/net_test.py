#!/usr/bin/env python3
"""src/net over real sockets: net_test.py NET_ECHO [TEST…]

Starts the echo server for each class, talks to it through raw sockets and reads every byte it says.
The rule is the test's name.
"""
import base64
import contextlib
import hashlib
import os
import resource
import select
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

ECHO = sys.argv.pop(1) if len(sys.argv) > 1 else None
WAIT = 5
GUID = b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
KEY = base64.b64encode(b'0123456789abcdef')
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MESSAGE_MAX, FRAGMENTS_MAX, BODY_MAX, HEAD_MAX, QUEUE_MAX = 16384, 64, 65536, 8192, 262144
FLOOD_MAX = 16 * 1024 * 1024


class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen([ECHO, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        code = self.process.wait(WAIT)
        self.process.stdout.close()
        return code


class Peer:
    """A client that does exactly what it is told."""

    def __init__(self, server, tls=None, host='127.0.0.1', receive_buffer=None):
        family = socket.AF_INET6 if ':' in host else socket.AF_INET
        self.socket = socket.socket(family)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(WAIT)
        self.socket.connect((host, server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname='localhost',
                                          suppress_ragged_eofs=False)
        self.buffer = b''

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b''
        self.buffer += data
        return data != b''

    def take(self, count):
        while len(self.buffer) < count:
            if not self.more():
                raise EOFError(self.buffer)
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def until(self, mark):
        while mark not in self.buffer:
            if not self.more():
                raise EOFError(self.buffer)
        data, self.buffer = self.buffer.split(mark, 1)
        return data

    def is_closed(self):
        """The server ends the stream, and nothing comes before that."""
        return self.buffer == b'' and not self.more()

    def rest(self):
        while self.more():
            pass
        data, self.buffer = self.buffer, b''
        return data

    def is_silent(self, seconds=0.1):
        return self.buffer == b'' and not select.select([self.socket], [], [], seconds)[0]

    # HTTP

    def response(self, is_head=False):
        lines = self.until(b'\r\n\r\n').decode().split('\r\n')
        status = int(lines[0].split(' ')[1])
        headers = {}
        for line in lines[1:]:
            name, value = line.split(': ', 1)
            assert name.lower() not in headers, f'{name} twice'
            headers[name.lower()] = value
        has_body = not is_head and status not in (101, 100, 204, 304)
        body = self.take(int(headers['content-length'])) if has_body else b''
        return status, headers, body

    def request(self, target='/', method='GET', headers=b'Host: a\r\n', body=b''):
        self.send(b'%s %s HTTP/1.1\r\n%s\r\n%s' % (method.encode(), target.encode(), headers, body))
        return self.response(method == 'HEAD')

    # WebSocket

    def frame(self):
        first, second = self.take(2)
        assert not second & 0x80, 'a server does not mask'
        length = second & 0x7f
        if length == 126:
            length = struct.unpack('>H', self.take(2))[0]
        elif length == 127:
            length = struct.unpack('>Q', self.take(8))[0]
        assert first & 0x70 == 0 and first & 0x80, 'whole frames without extensions'
        return first & 0x0f, self.take(length)

    def say(self, text):
        self.send(frame(TEXT, text.encode() if isinstance(text, str) else text))

    def hear(self):
        while True:
            opcode, payload = self.frame()
            if opcode != PING:
                assert opcode == TEXT, (opcode, payload)
                return payload.decode()

    def close_code(self):
        """Everything up to the close frame is skipped; then the stream must end."""
        while True:
            opcode, payload = self.frame()
            if opcode == CLOSE:
                assert self.is_closed()
                return struct.unpack('>H', payload[:2])[0], payload[2:].decode()


def frame(opcode, payload=b'', fin=True, rsv=0, mask=b'\x11\x22\x33\x44', length=None, size=None):
    """`length` lies about the payload; `size` forces 2 or 8 bytes of length."""
    length = len(payload) if length is None else length
    size = size if size is not None else 0 if length < 126 else 2 if length < 65536 else 8
    head = bytes([fin << 7 | rsv << 4 | opcode, (mask is not None) << 7 | {0: length, 2: 126, 8: 127}[size]])
    head += {0: b'', 2: struct.pack('>H', length & 0xffff), 8: struct.pack('>Q', length)}[size]
    if mask is None:
        return head + payload
    return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def close_payload(code, reason=b''):
    return struct.pack('>H', code) + reason


def handshake(key=KEY, version=b'13', upgrade=b'websocket', connection=b'Upgrade', host=b'Host: a\r\n',
              method=b'GET', http=b'HTTP/1.1', target=b'/ws', more=b''):
    lines = [b'%s %s %s' % (method, target, http), host.rstrip(b'\r\n')]
    for name, value in ((b'Upgrade', upgrade), (b'Connection', connection),
                        (b'Sec-WebSocket-Key', key), (b'Sec-WebSocket-Version', version)):
        if value is not None:
            lines.append(name + b': ' + value)
    return b'\r\n'.join(line for line in lines if line) + b'\r\n' + more + b'\r\n'


def open_websocket(server, tls=None, target=b'/ws', **more):
    peer = Peer(server, tls, **more)
    peer.send(handshake(target=target))
    status, headers, _ = peer.response()
    assert status == 101, status
    return peer


class Case(unittest.TestCase):
    OPTIONS = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.OPTIONS)

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0, 'the server did not end well'

    def peer(self, **more):
        peer = Peer(self.server, **more)
        self.addCleanup(peer.socket.close)
        return peer

    def websocket(self, **more):
        peer = open_websocket(self.server, **more)
        self.addCleanup(peer.socket.close)
        return peer

    def stats(self):
        with Peer(self.server) as peer:
            body = peer.request('/stats')[2].decode()
        return {name: int(value) for name, value in (pair.split('=') for pair in body.split(' '))}

    def wait_for(self, condition, seconds=WAIT):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, 'did not happen')
            time.sleep(0.02)

    def status_of(self, data, has_ended=False):
        with Peer(self.server) as peer:
            peer.send(data)
            status, headers, _ = peer.response()
            if status >= 400:
                self.assertEqual(headers['connection'], 'close')
                self.assertTrue(peer.is_closed())
            return status


class Http(Case):
    def test_a_request_reaches_the_handler_decoded(self):
        status, headers, body = self.peer().request(
            '/a%20b/%C3%A9?q=%31',
            headers=b'Host: example.org:81\r\norigin:  http://x \r\nCookie: a=b; c=d\r\n')
        lines = body.decode().split('\n')
        self.assertEqual(status, 200)
        self.assertEqual(lines[:7], ['method=GET', 'path=/a b/é', 'query=q=%31', 'host=example.org:81',
                                     'origin=http://x', 'cookie=a=b; c=d', 'address=127.0.0.1'])
        self.assertEqual(headers['x-test'], 'yes')
        self.assertEqual(headers['connection'], 'keep-alive')
        self.assertRegex(headers['date'], r'^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$')
        self.assertNotIn('server', headers)

    def test_a_connection_is_kept_alive(self):
        peer = self.peer()
        for i in range(50):
            self.assertIn(f'path=/{i}\n', peer.request(f'/{i}')[2].decode())

    def test_connection_close_is_honoured(self):
        peer = self.peer()
        status, headers, _ = peer.request('/', headers=b'Host: a\r\nConnection: close\r\n')
        self.assertEqual((status, headers['connection']), (200, 'close'))
        self.assertTrue(peer.is_closed())

    def test_http_1_0_is_answered_and_closed(self):
        peer = self.peer()
        peer.send(b'GET / HTTP/1.0\r\n\r\n')
        self.assertEqual(peer.response()[0], 200)
        self.assertTrue(peer.is_closed())

    def test_head_has_the_length_but_no_body(self):
        peer = self.peer()
        status, headers, _ = peer.request('/x', method='HEAD')
        self.assertGreater(int(headers['content-length']), 10)
        self.assertIn(b'path=/y', peer.request('/y')[2])

    def test_a_refused_head_request_has_no_body(self):
        peer = self.peer()
        self.assertEqual(peer.request('/%', method='HEAD')[0], 400)
        self.assertTrue(peer.is_closed())

    def test_204_has_no_length(self):
        peer = self.peer()
        status, headers, _ = peer.request('/none')
        self.assertEqual(status, 204)
        self.assertNotIn('content-length', headers)
        self.assertEqual(peer.request()[0], 200)

    def test_a_static_body_arrives_whole(self):
        self.assertEqual(self.peer().request('/big')[2], b'x' * 4 * 1024 * 1024)

    def test_a_body_arrives_byte_by_byte(self):
        peer = self.peer()
        for byte in b'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello':
            peer.send(bytes([byte]))
        self.assertTrue(peer.response()[2].endswith(b'length=5\nbody=hello'))

    def test_a_chunked_body_is_joined_and_the_next_request_found(self):
        peer = self.peer()
        peer.send(b'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
                  b'5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nTrailer: x\r\n\r\n'
                  b'GET /b HTTP/1.1\r\nHost: a\r\n\r\n')
        self.assertTrue(peer.response()[2].endswith(b'length=11\nbody=hello world'))
        self.assertIn(b'path=/b\n', peer.response()[2])

    def test_pipelined_requests_are_answered_in_order(self):
        peer = self.peer()
        peer.send(b''.join(b'GET /%d HTTP/1.1\r\nHost: a\r\n\r\n' % i for i in range(500)))
        for i in range(500):
            self.assertIn(b'path=/%d\n' % i, peer.response()[2])

    def test_a_pipelined_request_waits_for_a_late_answer(self):
        peer = self.peer()
        peer.send(b'GET /late HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n')
        self.assertEqual(peer.response()[2], b'late')
        self.assertIn(b'path=/next\n', peer.response()[2])

    def test_a_half_closed_peer_still_gets_its_answers(self):
        peer = self.peer()
        peer.send(b'GET /late HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n')
        peer.socket.shutdown(socket.SHUT_WR)
        self.assertEqual(peer.response()[2], b'late')
        self.assertIn(b'path=/next\n', peer.response()[2])
        self.assertTrue(peer.is_closed())

    def test_a_late_answer_for_a_gone_peer_is_dropped(self):
        peer = self.peer()
        peer.send(b'GET /late HTTP/1.1\r\nHost: a\r\n\r\n')
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        peer.socket.close()
        time.sleep(0.2)
        self.assertEqual(self.peer().request()[0], 200)

    def test_a_server_may_drop_a_request(self):
        peer = self.peer()
        peer.send(b'GET /drop HTTP/1.1\r\nHost: a\r\n\r\n')
        self.assertTrue(peer.is_closed())

    def test_expect_100_continue_is_answered_before_the_body(self):
        peer = self.peer()
        peer.send(b'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n')
        self.assertEqual(peer.response()[0], 100)
        peer.send(b'ok')
        self.assertTrue(peer.response()[2].endswith(b'body=ok'))

    def test_empty_lines_before_a_request_are_ignored(self):
        self.assertEqual(self.status_of(b'\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'), 200)

    def test_the_head_may_have_8_kib_and_not_a_byte_more(self):
        head = b'GET / HTTP/1.1\r\nHost: a\r\nX: %s\r\n\r\n'
        fill = HEAD_MAX - len(head) + 2
        self.assertEqual(self.status_of(head % (b'x' * fill)), 200)
        self.assertEqual(self.status_of(head % (b'x' * (fill + 1))), 431)

    def test_an_endless_head_is_refused(self):
        self.assertEqual(self.status_of(b'GET /' + b'a' * 60000), 431)

    def test_a_refused_peer_that_goes_on_talking_can_still_read_why(self):
        peer = self.peer()
        peer.send(b'GET /' + b'a' * 60000)
        for _ in range(10):
            time.sleep(0.01)
            peer.send(b'a' * 10000)
        self.assertEqual(peer.response()[0], 431)
        self.assertEqual(peer.socket.recv(1), b'')  # an end, not a reset

    def test_the_body_may_have_64_kib_and_not_a_byte_more(self):
        head = b'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n'
        self.assertEqual(self.status_of(head % BODY_MAX + b'x' * BODY_MAX), 200)
        self.assertEqual(self.status_of(head % (BODY_MAX + 1)), 413)
        chunk = b'%x\r\n%s\r\n' % (1024, b'x' * 1024)
        head = b'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
        self.assertEqual(self.status_of(head + 64 * chunk + b'0\r\n\r\n'), 200)
        self.assertEqual(self.status_of(head + 65 * chunk), 413)

    def test_endless_chunk_extensions_and_trailers_are_refused(self):
        head = b'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
        self.assertIn(self.status_of(head + b'1;' + b'x' * 200000), (400, 413))
        self.assertEqual(self.status_of(head + b'0\r\n' + b'X: y\r\n' * 40000), 413)

    def test_a_large_body_is_not_invited(self):
        self.assertEqual(self.status_of(b'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n'
                                        b'Expect: 100-continue\r\n\r\n'), 413)

    def test_bad_requests_are_refused(self):
        get = b'GET / HTTP/1.1\r\nHost: a\r\n'
        post = b'POST / HTTP/1.1\r\nHost: a\r\n'
        encoding = b'Transfer-Encoding: chunked\r\n'
        chunked = post + b'Transfer-Encoding: chunked\r\n\r\n'
        table = {
            'no host': (400, b'GET / HTTP/1.1\r\n\r\n'),
            'two hosts': (400, get + b'Host: a\r\n\r\n'),
            'empty host': (400, b'GET / HTTP/1.1\r\nHost:\r\n\r\n'),
            'host with a path': (400, b'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'),
            'two cookies': (400, get + b'Cookie: a=b\r\nCookie: a=c\r\n\r\n'),
            'two origins': (400, get + b'Origin: x\r\nOrigin: y\r\n\r\n'),
            'two keys': (400, post + b'Idempotency-Key: x\r\nIdempotency-Key: x\r\n\r\n'),
            'folded': (400, get + b'X: a\r\n b\r\n\r\n'),
            'folded by tab': (400, get + b'X: a\r\n\tb\r\n\r\n'),
            'lone line feed': (400, b'GET / HTTP/1.1\nHost: a\n\n'),
            'line feed in header': (400, get + b'X: a\nY: b\r\n\r\n'),
            'lone carriage return': (400, get + b'X: a\rY: b\r\n\r\n'),
            'NUL in header': (400, get + b'X: a\0b\r\n\r\n'),
            'control character': (400, get + b'X: a\x01b\r\n\r\n'),
            'space before colon': (400, b'GET / HTTP/1.1\r\nHost : a\r\n\r\n'),
            'no colon': (400, get + b'nothing\r\n\r\n'),
            'empty name': (400, get + b': x\r\n\r\n'),
            'both lengths': (400, post + b'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
            'both lengths, swapped': (400, post + encoding + b'Content-Length: 3\r\n\r\n0\r\n\r\n'),
            'two lengths': (400, post + b'Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx'),
            'two equal lengths': (400, post + b'Content-Length: 1\r\nContent-Length: 1\r\n\r\nx'),
            'list of lengths': (400, post + b'Content-Length: 1, 1\r\n\r\nx'),
            'negative length': (400, post + b'Content-Length: -1\r\n\r\n'),
            'length with plus': (400, post + b'Content-Length: +1\r\n\r\nx'),
            'hexadecimal length': (400, post + b'Content-Length: 0x1\r\n\r\nx'),
            'overflowing length': (400, post + b'Content-Length: 99999999999999999999\r\n\r\n'),
            'two encodings': (400, post + encoding + encoding + b'\r\n0\r\n\r\n'),
            'gzip, chunked': (501, post + b'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'),
            'chunked, gzip': (400, post + b'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n'),
            'xchunked': (400, post + b'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'),
            'chunked in 1.0': (400, b'POST / HTTP/1.0\r\nHost: a\r\n' + encoding + b'\r\n0\r\n\r\n'),
            'bad chunk size': (400, chunked + b'x\r\n'),
            'negative chunk': (400, chunked + b'-1\r\n'),
            'huge chunk': (400, chunked + b'fffffffffffffffff\r\n'),
            'chunk without end': (400, chunked + b'1\r\nxy\r\n'),
            'chunk ended by line feed': (400, chunked + b'1\nx\n0\n\n'),
            'unknown expectation': (417, post + b'Expect: wonders\r\nContent-Length: 1\r\n\r\n'),
            'HTTP/2.0': (505, b'GET / HTTP/2.0\r\nHost: a\r\n\r\n'),
            'HTTP/0.9': (505, b'GET / HTTP/0.9\r\nHost: a\r\n\r\n'),
            'HTTP/1.2': (505, b'GET / HTTP/1.2\r\nHost: a\r\n\r\n'),
            'HTTP/11': (505, b'GET / HTTP/11\r\nHost: a\r\n\r\n'),
            'no version': (505, b'GET /\r\nHost: a\r\n\r\n'),
            'HTTP/2 preface': (505, b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
            'unknown method': (400, b'BREW / HTTP/1.1\r\nHost: a\r\n\r\n'),
            'lower-case method': (400, b'get / HTTP/1.1\r\nHost: a\r\n\r\n'),
            'connect': (400, b'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n'),
            'asterisk': (400, b'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'),
            'absolute': (400, b'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n'),
            'no path': (400, b'GET  HTTP/1.1\r\nHost: a\r\n\r\n'),
            'space in path': (400, b'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'),
            'fragment': (400, b'GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n'),
            'cut percent': (400, b'GET /% HTTP/1.1\r\nHost: a\r\n\r\n'),
            'short percent': (400, b'GET /%2 HTTP/1.1\r\nHost: a\r\n\r\n'),
            'bad percent': (400, b'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n'),
            'percent and query': (400, b'GET /%2?x HTTP/1.1\r\nHost: a\r\n\r\n'),
            'encoded NUL': (400, b'GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n'),
            'encoded line break': (400, b'GET /a%0d%0ab HTTP/1.1\r\nHost: a\r\n\r\n'),
            'bad UTF-8': (400, b'GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n'),
            'overlong slash': (400, b'GET /%c0%af HTTP/1.1\r\nHost: a\r\n\r\n'),
            'dots': (400, b'GET /../etc HTTP/1.1\r\nHost: a\r\n\r\n'),
            'dots at the end': (400, b'GET /a/.. HTTP/1.1\r\nHost: a\r\n\r\n'),
            'encoded dots': (400, b'GET /a/%2e%2e/b HTTP/1.1\r\nHost: a\r\n\r\n'),
            'encoded slash and dots': (400, b'GET /a%2f..%2fb HTTP/1.1\r\nHost: a\r\n\r\n'),
            'backslash': (400, b'GET /..\\b HTTP/1.1\r\nHost: a\r\n\r\n'),
            'TLS': (400, bytes.fromhex('16030100c8010000c403') + b'\0' * 200),
            'noise': (400, bytes(range(256))),
        }
        for name, (status, data) in table.items():
            with self.subTest(name):
                self.assertEqual(self.status_of(data), status)

    def test_what_was_once_smuggled_past_llhttp_is_refused(self):
        """Each by its advisory. A proxy might read the rest as another request: there is one answer."""
        post = b'POST / HTTP/1.1\r\nHost: a\r\n'
        chunked = post + b'Transfer-Encoding: chunked\r\n\r\n'
        inner = b'GET /secret HTTP/1.1\r\nHost: a\r\n\r\n'
        table = {
            'CVE-2020-8201, a carriage return becomes a hyphen':
                post + b'Content\rLength: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
            'CVE-2021-22959, a space before the colon': post + b'Content-Length : 3\r\n\r\nabc',
            'CVE-2021-22960, chunk extensions': chunked + b'2;\nxx\r\nab\r\n0\r\n\r\n',
            'the same, ended by a line feed': chunked + b'2;a=b\nab\r\n0\r\n\r\n',
            'the same, a carriage return within': chunked + b'2;a\rb\r\nab\r\n0\r\n\r\n',
            'CVE-2022-32213, a false encoding':
                post + b'Transfer-Encoding: chunkedchunked\r\n\r\n0\r\n\r\n',
            'the same, with an empty first one':
                post + b'Transfer-Encoding: ,chunked-false\r\n\r\n0\r\n\r\n',
            'CVE-2022-32214, lines ended by line feeds': post + b'X: y\nContent-Length: 3\r\n\r\nabc',
            'CVE-2022-32215, an encoding in two lines':
                post + b'Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n',
            'the same, the second false':
                post + b'Transfer-Encoding: chunked\r\n , identity\r\n\r\n0\r\n\r\n',
            'CVE-2022-35256, a header without its end': post + b'X: y\rContent-Length: 3\r\n\r\nabc',
            'CVE-2023-30589, an empty header ended by a carriage return':
                post + b'X: \rxTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n0\r\n\r\n',
            'CVE-2024-27982, a folded length': post + b'X: y\r\n Content-Length: 40\r\n\r\n',
            'the same, the name': post + b' Content-Length: 40\r\n\r\n',
            'CVE-2025-23167, a head that ends with one carriage return':
                post + b'Content-Length: 3\r\n\rabc',
            'a trailer with a length': chunked + b'0\r\nContent-Length : 40\r\n\r\n',
            'a trailer that is folded': chunked + b'0\r\nX: y\rContent-Length: 40\r\n\r\n',
            'spaces in a chunk size': chunked + b'1 2\r\nab\r\n0\r\n\r\n',
            'a chunk size with a prefix': chunked + b'0x2\r\nab\r\n0\r\n\r\n',
            'a chunk that goes on': chunked + b'2\r\nabXX0\r\n\r\n',
        }
        for name, data in table.items():
            with self.subTest(name):
                peer = self.peer()
                peer.send(data + inner)
                self.assertEqual(peer.response()[0], 400)
                self.assertEqual(peer.rest(), b'')

    def test_a_refusal_is_a_problem_with_a_code(self):
        peer = self.peer()
        status, headers, body = peer.request('/%')
        self.assertEqual(headers['content-type'], 'application/problem+json')
        self.assertIn(b'"code":"bad_request"', body)

    def test_an_upgrade_to_something_else_is_ignored(self):
        peer = self.peer()
        status, _, body = peer.request('/', headers=b'Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n')
        self.assertEqual(status, 200)
        self.assertIn(b'upgrade=0', body)


class Handshake(Case):
    def test_the_accept_key_proves_that_we_understood(self):
        peer = self.peer()
        peer.send(handshake())
        status, headers, _ = peer.response()
        self.assertEqual(status, 101)
        expected = base64.b64encode(hashlib.sha1(KEY + GUID).digest()).decode()
        self.assertEqual(headers, {'upgrade': 'websocket', 'connection': 'Upgrade',
                                   'sec-websocket-accept': expected})

    def test_tokens_are_compared_without_case_and_in_lists(self):
        for upgrade, connection in ((b'WebSocket', b'keep-alive, Upgrade'), (b'WEBSOCKET', b'upgrade'),
                                    (b'websocket', b'UPGRADE,keep-alive')):
            peer = self.peer()
            peer.send(handshake(upgrade=upgrade, connection=connection))
            self.assertEqual(peer.response()[0], 101)

    def test_extensions_are_declined(self):
        peer = self.peer()
        peer.send(handshake(more=b'Sec-WebSocket-Extensions: permessage-deflate\r\n'
                                 b'Sec-WebSocket-Protocol: chat\r\n'))
        headers = peer.response()[1]
        self.assertNotIn('sec-websocket-extensions', headers)
        self.assertNotIn('sec-websocket-protocol', headers)

    def test_bad_handshakes_are_refused(self):
        table = {
            'version 12': (426, handshake(version=b'12')),
            'version 14': (426, handshake(version=b'14')),
            'no version': (426, handshake(version=None)),
            'version 13, 13': (400, handshake(more=b'Sec-WebSocket-Version: 13\r\n')),
            'no key': (400, handshake(key=None)),
            'empty key': (400, handshake(key=b'')),
            'short key': (400, handshake(key=base64.b64encode(b'x' * 15))),
            'long key': (400, handshake(key=base64.b64encode(b'x' * 17))),
            'key not base64': (400, handshake(key=b'!' * 22 + b'==')),
            'key with loose bits': (400, handshake(key=b'A' * 21 + b'B==')),
            'key without padding': (400, handshake(key=b'A' * 24)),
            'two keys': (400, handshake(more=b'Sec-WebSocket-Key: ' + KEY + b'\r\n')),
            'no connection': (400, handshake(connection=None)),
            'connection keep-alive': (400, handshake(connection=b'keep-alive')),
            'POST': (400, handshake(method=b'POST')),
            'HTTP/1.0': (400, handshake(http=b'HTTP/1.0')),
            'no host': (400, handshake(host=b'')),
            'body': (400, handshake(more=b'Content-Length: 3\r\n') + b'abc'),
            'chunked': (400, handshake(more=b'Transfer-Encoding: chunked\r\n') + b'0\r\n\r\n'),
        }
        for name, (status, data) in table.items():
            with self.subTest(name):
                self.assertEqual(self.status_of(data), status)

    def test_a_wrong_version_is_told_the_right_one(self):
        peer = self.peer()
        peer.send(handshake(version=b'8'))
        self.assertEqual(peer.response()[1]['sec-websocket-version'], '13')

    def test_the_server_may_refuse_with_a_response(self):
        peer = self.peer()
        peer.send(handshake(target=b'/elsewhere'))
        status, headers, body = peer.response()
        self.assertEqual((status, headers['connection']), (200, 'close'))
        self.assertIn(b'upgrade=1', body)
        self.assertTrue(peer.is_closed())

    def test_frames_behind_the_handshake_are_heard(self):
        peer = self.peer()
        peer.send(handshake() + frame(TEXT, b'early') + frame(TEXT, b'bird')[:3])
        peer.send(frame(TEXT, b'bird')[3:])
        self.assertEqual(peer.response()[0], 101)
        self.assertEqual([peer.hear(), peer.hear()], ['early', 'bird'])

    def test_what_the_server_says_at_once_follows_the_handshake(self):
        self.assertEqual(self.websocket(target=b'/ws/hello').hear(), 'hello')


class WebSocket(Case):
    def code_of(self, *data):
        peer = self.websocket()
        for part in data:
            peer.send(part)
        return peer.close_code()[0]

    def test_text_of_every_size_comes_back(self):
        peer = self.websocket()
        for size in (0, 1, 125, 126, 127, 4080, 4090, 4096, 4097, 8192, 16383, MESSAGE_MAX):
            peer.say('x' * size)
            self.assertEqual(peer.hear(), 'x' * size)

    def test_frames_arrive_in_any_pieces(self):
        data = frame(TEXT, 'grüße'.encode()) + frame(PING, b'p') + frame(TEXT, b'y' * 200)
        for step in (1, 2, 3, 5, 7, 100):
            peer = self.websocket()
            for i in range(0, len(data), step):
                peer.send(data[i:i + step])
            self.assertEqual(peer.frame(), (TEXT, 'grüße'.encode()))
            self.assertEqual(peer.frame(), (PONG, b'p'))
            self.assertEqual(peer.frame(), (TEXT, b'y' * 200))

    def test_many_messages_in_one_write_are_answered_in_order(self):
        peer = self.websocket()
        peer.send(b''.join(frame(TEXT, b'%d' % i) for i in range(2000)))
        self.assertEqual([peer.hear() for _ in range(2000)], [str(i) for i in range(2000)])

    def test_fragments_are_joined_with_control_frames_between_them(self):
        peer = self.websocket()
        peer.send(frame(TEXT, b'a', fin=False) + frame(PING, b'1') + frame(CONTINUATION, b'', fin=False) +
                  frame(PONG, b'x') + frame(CONTINUATION, b'b' * 5000, fin=False) + frame(CONTINUATION, b'c'))
        self.assertEqual(peer.frame(), (PONG, b'1'))
        self.assertEqual(peer.hear(), 'a' + 'b' * 5000 + 'c')
        peer.say('next')
        self.assertEqual(peer.hear(), 'next')

    def test_empty_fragments_make_an_empty_message(self):
        peer = self.websocket()
        peer.send(frame(TEXT, b'', fin=False) + frame(CONTINUATION, b''))
        self.assertEqual(peer.hear(), '')

    def test_sixty_four_fragments_are_allowed_and_not_one_more(self):
        peer = self.websocket()
        peer.send(frame(TEXT, b'a', fin=False) + frame(CONTINUATION, b'a', fin=False) * (FRAGMENTS_MAX - 2) +
                  frame(CONTINUATION, b'a'))
        self.assertEqual(peer.hear(), 'a' * FRAGMENTS_MAX)
        self.assertEqual(self.code_of(frame(TEXT, b'', fin=False) +
                                      frame(CONTINUATION, b'', fin=False) * FRAGMENTS_MAX), 1008)

    def test_a_message_may_have_16_kib_and_not_a_byte_more(self):
        self.assertEqual(self.code_of(frame(TEXT, b'x' * (MESSAGE_MAX + 1))), 1009)
        self.assertEqual(self.code_of(frame(TEXT, b'x' * MESSAGE_MAX, fin=False) +
                                      frame(CONTINUATION, b'x')), 1009)
        # Said at the first byte of a frame that will be too long; nobody waits for the rest.
        self.assertEqual(self.code_of(frame(TEXT, b'x', length=1 << 40)), 1009)
        self.assertEqual(self.code_of(frame(TEXT, b'x', length=(1 << 63) - 1)), 1009)

    def test_broken_frames_close_with_1002(self):
        table = {
            'unmasked text': frame(TEXT, b'x', mask=None),
            'unmasked empty text': frame(TEXT, b'', mask=None),
            'unmasked ping': frame(PING, b'x', mask=None),
            'unmasked close': frame(CLOSE, close_payload(1000), mask=None),
            'rsv1': frame(TEXT, b'x', rsv=4),
            'rsv2': frame(TEXT, b'x', rsv=2),
            'rsv3': frame(TEXT, b'x', rsv=1),
            'rsv on ping': frame(PING, b'x', rsv=4),
            'rsv on continuation': frame(TEXT, b'x', fin=False) + frame(CONTINUATION, b'x', rsv=4),
            **{f'opcode {n}': frame(n, b'x') for n in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
            **{f'empty opcode {n}': frame(n) for n in (3, 7, 11, 15)},
            'continuation of nothing': frame(CONTINUATION, b'x'),
            'open continuation of nothing': frame(CONTINUATION, b'x', fin=False),
            'continuation after the end': frame(TEXT, b'x') + frame(CONTINUATION, b'x'),
            'text inside text': frame(TEXT, b'x', fin=False) + frame(TEXT, b'x'),
            'binary inside text': frame(TEXT, b'x', fin=False) + frame(BINARY, b'x'),
            'fragmented ping': frame(PING, b'x', fin=False),
            'fragmented close': frame(CLOSE, close_payload(1000), fin=False),
            'ping of 126': frame(PING, b'x' * 126),
            'close of 126': frame(CLOSE, close_payload(1000, b'x' * 124)),
            'ping of 8 bytes length': frame(PING, b'x', size=8),
            'two bytes for 125': frame(TEXT, b'x' * 125, size=2),
            'eight bytes for 126': frame(TEXT, b'x' * 126, size=8),
            'eight bytes for 65535': frame(TEXT, b'x', length=65535, size=8),
            'length over 63 bits': frame(TEXT, b'x', length=1 << 63, size=8),
            'close of one byte': frame(CLOSE, b'\x03'),
        }
        for name, data in table.items():
            with self.subTest(name):
                while_echoing = data.startswith(frame(TEXT, b'x')) and 'after' in name
                peer = self.websocket()
                peer.send(data)
                if while_echoing:
                    self.assertEqual(peer.hear(), 'x')
                self.assertEqual(peer.close_code()[0], 1002)

    def test_binary_messages_close_with_1003(self):
        self.assertEqual(self.code_of(frame(BINARY, b'x')), 1003)
        self.assertEqual(self.code_of(frame(BINARY, b'x', fin=False)), 1003)

    def test_close_codes_are_checked_and_echoed(self):
        for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014,
                     3000, 3999, 4000, 4999):
            self.assertEqual(self.code_of(frame(CLOSE, close_payload(code))), code)
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
            self.assertEqual(self.code_of(frame(CLOSE, close_payload(code))), 1002, code)
        self.assertEqual(self.code_of(frame(CLOSE)), 1000)
        self.assertEqual(self.code_of(frame(CLOSE, close_payload(1000, 'ä'.encode() * 61))), 1000)
        self.assertEqual(self.code_of(frame(CLOSE, close_payload(1000, b'\xff'))), 1007)
        self.assertEqual(self.code_of(frame(CLOSE, close_payload(1000, b'\xe2\x82'))), 1007)

    def test_nothing_is_heard_after_a_close(self):
        before = self.stats()['messages_in']
        self.assertEqual(self.code_of(frame(CLOSE, close_payload(1000)) + frame(TEXT, b'x')), 1000)
        self.assertEqual(self.code_of(frame(TEXT, b'close 4000 bye') + frame(TEXT, b'x')), 4000)
        self.assertEqual(self.stats()['messages_in'], before + 1)

    def test_the_server_closes_with_code_and_reason(self):
        peer = self.websocket()
        peer.say('close 4001 replaced')
        self.assertEqual(peer.close_code(), (4001, 'replaced'))

    def test_a_long_reason_is_cut_at_a_character(self):
        peer = self.websocket()
        peer.say('close 4001 ' + 'ä' * 90)
        self.assertEqual(peer.close_code(), (4001, 'ä' * 61))

    def test_good_utf8_passes_in_all_splits(self):
        data = 'aé€\U0001d11e\U0010ffff\ud7ff\ue000\ufffd\x00\x7f'.encode('utf-8', 'surrogatepass')
        peer = self.websocket()
        for i in range(len(data) + 1):
            peer.send(frame(TEXT, data[:i], fin=False) + frame(CONTINUATION, data[i:]))
            self.assertEqual(peer.hear().encode(), data)

    def test_bad_utf8_closes_with_1007_in_all_splits(self):
        for bad in (b'\x80', b'\xbf', b'\xc0\x80', b'\xc1\xbf', b'\xe0\x80\x80', b'\xe0\x9f\xbf',
                    b'\xed\xa0\x80', b'\xed\xbf\xbf', b'\xf0\x80\x80\x80', b'\xf0\x8f\xbf\xbf',
                    b'\xf4\x90\x80\x80', b'\xf5\x80\x80\x80', b'\xff', b'\xfe', b'\xc3(',
                    b'\xe2\x82(', b'\xf0\x9f\x98('):
            for i in range(len(bad) + 1):
                with self.subTest(bad=bad, at=i):
                    self.assertEqual(self.code_of(frame(TEXT, b'ok' + bad[:i], fin=False) +
                                                  frame(CONTINUATION, bad[i:] + b'ok')), 1007)
        for cut in (b'\xc3', b'\xe2\x82', b'\xf0\x9f\x98'):
            self.assertEqual(self.code_of(frame(TEXT, cut)), 1007)

    def test_bad_utf8_is_noticed_before_the_message_ends(self):
        peer = self.websocket()
        peer.send(frame(TEXT, b'\xff', length=1000))
        self.assertEqual(peer.close_code()[0], 1007)

    def test_pings_are_answered_with_their_payload(self):
        peer = self.websocket()
        for payload in (b'', b'x', bytes(range(125))):
            peer.send(frame(PING, payload))
            self.assertEqual(peer.frame(), (PONG, payload))

    def test_pongs_are_ignored(self):
        peer = self.websocket()
        peer.send(frame(PONG, b'unasked') + frame(TEXT, b'x'))
        self.assertEqual(peer.hear(), 'x')

    def test_a_vanished_peer_is_forgotten(self):
        before = self.stats()['peers']
        peer = self.websocket()
        self.assertEqual(self.stats()['peers'], before + 1)
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        peer.socket.close()
        self.wait_for(lambda: self.stats()['peers'] == before)

    def test_a_half_closed_peer_is_forgotten(self):
        before = self.stats()['peers']
        peer = self.websocket()
        peer.socket.shutdown(socket.SHUT_WR)
        self.assertTrue(peer.is_closed())
        self.assertEqual(self.stats()['peers'], before)


class SlowReader(Case):
    def test_a_slow_reader_is_closed_with_1013_while_others_go_on(self):
        slow = self.websocket(receive_buffer=4096)
        quick = self.websocket()
        before = self.stats()['slow_closed']
        for _ in range(200):
            quick.say('flood 10 8000')
            for _ in range(10):
                self.assertEqual(len(quick.hear()), 8000)
            if self.stats()['slow_closed'] > before:
                break
        self.assertEqual(self.stats()['slow_closed'], before + 1)
        quick.say('still here')
        self.assertEqual(quick.hear(), 'still here')
        self.assertEqual(slow.close_code(), (1013, 'too slow'))

    def test_a_message_beyond_the_queue_closes_with_1013(self):
        peer = self.websocket()
        peer.say(f'flood 1 {QUEUE_MAX + 1}')
        self.assertEqual(peer.close_code()[0], 1013)

    def test_a_full_queue_is_delivered_whole(self):
        peer = self.websocket()
        peer.say('flood 25 10000')
        for _ in range(25):
            self.assertEqual(len(peer.hear()), 10000)

    def test_pings_without_reading_fill_no_memory(self):
        peer = self.websocket(receive_buffer=4096)
        flood = frame(PING, b'x' * 125) * 500
        def closed():  # whichever limit is met first
            return self.stats()['slow_closed'] + self.stats()['bad_closed']

        before = closed()
        peer.socket.settimeout(0.5)
        try:
            for _ in range(400):
                peer.send(flood)
        except OSError:
            pass
        self.wait_for(lambda: closed() > before)

    def test_a_flood_is_closed_with_1008_while_others_go_on(self):
        flooding, quick = self.websocket(), self.websocket()
        message = frame(PONG, b'x' * 125) * 1000  # heard and not answered
        before = self.stats()['bad_closed']
        try:
            for _ in range(FLOOD_MAX // len(message) - 1):
                flooding.send(message)
            self.assertEqual(self.stats()['bad_closed'], before)
            for _ in range(20):
                flooding.send(message)
        except OSError:
            pass
        self.wait_for(lambda: self.stats()['bad_closed'] == before + 1)
        quick.say('still here')
        self.assertEqual(quick.hear(), 'still here')


class Timeouts(Case):
    OPTIONS = ('head=300', 'body=400', 'idle=500', 'heartbeat=200', 'dead=500', 'linger=200')

    def seconds(self, action):
        start = time.monotonic()
        action()
        return time.monotonic() - start

    def test_a_silent_newcomer_is_closed(self):
        peer = self.peer()
        self.assertTrue(0.25 < self.seconds(lambda: self.assertTrue(peer.is_closed())) < 1)

    def test_slow_headers_get_408_however_they_drip(self):
        peer = self.peer()
        start = time.monotonic()
        try:
            for byte in b'GET / HTTP/1.1\r\nHost: ' + b'a' * 200:
                peer.send(bytes([byte]))
                if select.select([peer.socket], [], [], 0.02)[0]:
                    break
        except OSError:
            pass
        self.assertEqual(peer.response()[0], 408)
        self.assertLess(time.monotonic() - start, 1)

    def test_a_slow_body_gets_408(self):
        peer = self.peer()
        peer.send(b'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe')
        self.assertEqual(peer.response()[0], 408)

    def test_an_idle_connection_is_closed(self):
        peer = self.peer()
        peer.request()
        self.assertTrue(0.4 < self.seconds(lambda: self.assertTrue(peer.is_closed())) < 1.5)

    def test_a_second_head_has_the_short_time_again(self):
        peer = self.peer()
        peer.request()
        peer.send(b'GET')
        self.assertTrue(0.2 < self.seconds(lambda: self.assertEqual(peer.response()[0], 408)) < 0.5)

    def test_a_late_answer_is_waited_for(self):
        self.assertEqual(self.peer().request('/late')[2], b'late')

    def test_a_reader_that_takes_nothing_is_dropped(self):
        peer = self.peer(receive_buffer=4096)
        peer.send(b'GET /big HTTP/1.1\r\nHost: a\r\n\r\n')
        self.wait_for(lambda: self.stats()['connections'] == 1, 3)

    def test_a_peer_that_answers_pings_stays(self):
        peer = self.websocket()
        for _ in range(6):
            self.assertEqual(peer.frame(), (PING, b''))
            peer.send(frame(PONG))
        peer.say('alive')
        self.assertEqual(peer.hear(), 'alive')

    def test_a_dead_peer_is_closed_after_the_time(self):
        before = self.stats()['peers']
        peer = self.websocket()
        self.assertTrue(0.4 < self.seconds(lambda: self.assertRegex(peer.rest(), rb'^(\x89\0){2,3}$')) < 1.2)
        self.assertEqual(self.stats()['peers'], before)

    def test_a_peer_that_never_hangs_up_is_dropped(self):
        peer = self.websocket()
        peer.say('close 4000 x')
        self.assertEqual(peer.close_code()[0], 4000)
        self.wait_for(lambda: self.stats()['connections'] == 1, 2)


class Limits(Case):
    OPTIONS = ('max=20', 'per_address=20')

    def test_connections_beyond_the_limit_are_refused_until_one_leaves(self):
        peers = [self.peer() for _ in range(20)]
        peers[-1].request()
        extra = self.peer()
        self.assertEqual(extra.response()[0], 503)
        self.assertTrue(extra.is_closed())
        peers.pop().socket.close()
        self.wait_for(self.is_served)
        for peer in peers:
            peer.socket.close()

    def is_served(self):
        with Peer(self.server) as peer:
            try:
                return peer.request()[0] == 200
            except OSError:
                return False


class LimitPerAddress(Limits):
    OPTIONS = ('max=1000', 'per_address=20')


class Proxy(Case):
    OPTIONS = ('proxy=1', 'per_address=2')

    def address(self, *forwarded, proto=b''):
        headers = b'Host: a\r\n' + b''.join(b'X-Forwarded-For: %s\r\n' % one for one in forwarded) + proto
        lines = self.peer().request('/', headers=headers)[2].decode().split('\n')
        return lines[6].removeprefix('address='), lines[7]

    def test_the_last_forwarded_address_counts(self):
        self.assertEqual(self.address(b'1.2.3.4')[0], '1.2.3.4')
        self.assertEqual(self.address(b'6.6.6.6, 1.2.3.4')[0], '1.2.3.4')
        self.assertEqual(self.address(b'6.6.6.6', b'2001:db8::1')[0], '2001:db8::1')

    def test_nonsense_leaves_the_peer_address(self):
        for nonsense in (b'', b'unknown', b'1.2.3.4, ', b'1.2.3.400', b'x' * 100):
            self.assertEqual(self.address(nonsense)[0], '127.0.0.1')

    def test_the_proxy_says_whether_it_was_https(self):
        self.assertEqual(self.address(proto=b'X-Forwarded-Proto: https\r\n')[1], 'secure=1')
        self.assertEqual(self.address(proto=b'X-Forwarded-Proto: http\r\n')[1], 'secure=0')

    def test_many_connections_of_the_proxy_are_served(self):
        for peer in [self.peer() for _ in range(10)]:
            self.assertEqual(peer.request()[0], 200)


def has_ipv6():
    try:
        with socket.create_server(('::1', 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@unittest.skipUnless(has_ipv6(), 'no IPv6 here')
class BothFamilies(Case):
    OPTIONS = ('address=::',)

    def test_one_listener_serves_ipv4_and_ipv6(self):
        self.assertIn(b'address=127.0.0.1\n', self.peer().request()[2])
        self.assertIn(b'address=::1\n', self.peer(host='::1').request()[2])


class NoProxy(Case):
    def test_forwarded_headers_are_hearsay(self):
        body = self.peer().request('/', headers=b'Host: a\r\nX-Forwarded-For: 1.2.3.4\r\n'
                                                b'X-Forwarded-Proto: https\r\n')[2]
        self.assertIn(b'address=127.0.0.1\nsecure=0', body)


class Economy(Case):
    """Counts that are the same on every machine."""

    def said_stats(self, peer):
        peer.say('stats')
        return {name: int(value) for name, value in (pair.split('=') for pair in peer.hear().split(' '))}

    def test_all_that_is_sent_in_a_turn_goes_out_in_one_write_per_connection(self):
        peers = [self.websocket() for _ in range(5)]
        before = self.said_stats(peers[0])
        peers[0].say('flood 100 50')
        for peer in peers:
            for _ in range(100):
                self.assertEqual(len(peer.hear()), 50)
        after = self.said_stats(peers[0])
        self.assertEqual(after['messages_out'] - before['messages_out'], 501)
        self.assertEqual(after['writes'] - before['writes'], 6)

    def test_answers_to_pipelined_messages_share_a_write(self):
        peer = self.websocket()
        before = self.said_stats(peer)
        peer.send(b''.join(frame(TEXT, b'%03d' % i) for i in range(100)))
        self.assertEqual([peer.hear() for _ in range(100)], [f'{i:03}' for i in range(100)])
        self.assertLessEqual(self.said_stats(peer)['writes'] - before['writes'], 3)

    def test_messages_are_received_and_sent_without_allocation(self):
        peers = [self.websocket() for _ in range(5)]

        def play(rounds):
            for i in range(rounds):
                size = (0, 200, 5000, MESSAGE_MAX - 4)[i % 4]
                peers[i % 5].say('all ' + 'x' * size)
                for peer in peers:
                    self.assertEqual(len(peer.hear()), size)
                peers[0].send(frame(TEXT, b'all ', fin=False) + frame(PING, b'p') + frame(CONTINUATION, b'y'))
                self.assertEqual(peers[0].frame(), (PONG, b'p'))
                for peer in peers:
                    self.assertEqual(peer.hear(), 'y')

        play(20)
        before = self.said_stats(peers[0])
        play(100)
        after = self.said_stats(peers[0])
        self.assertEqual(after['messages_out'] - before['messages_out'], 1001)
        self.assertNotEqual(after['allocations'], 0)
        self.assertEqual(after['allocations'], before['allocations'])

    def test_requests_on_a_kept_connection_need_no_allocation(self):
        peer, body = self.peer(), b'Host: a\r\nContent-Length: 6\r\n'
        observer = self.websocket()
        for rounds in (10, 200):
            before = self.said_stats(observer)
            for _ in range(rounds):
                self.assertEqual(peer.request('/x', 'POST', body, b'{"a":1')[0], 200)
            after = self.said_stats(observer)
        self.assertEqual(after['allocations'], before['allocations'])


def resident(server):
    with open(f'/proc/{server.process.pid}/statm', encoding='ascii') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


def is_sanitized():
    """A sanitizer's own books are no part of the connections; the shipped build is measured in "bench"."""
    with open(ECHO, 'rb') as file:
        program = file.read()
    return b'__asan_init' in program or b'__tsan_init' in program


class Memory(Case):
    COUNT, LIMIT = 2000, 4096

    def allocations(self, peer):
        peer.say('stats')
        return int(peer.hear().rsplit('=', 1)[1])

    def test_an_idle_websocket_takes_less_than_4_kib(self):
        first = self.websocket()
        first.say('x')
        first.hear()
        before, allocations = resident(self.server), 0
        peers = []
        for _ in range(self.COUNT):
            peer = open_websocket(self.server)
            peer.say('{"type":"hello"}')
            peer.hear()
            peers.append(peer)
        each = (resident(self.server) - before) / self.COUNT
        print(f'{each:.0f} bytes per idle WebSocket, {before / 1024 / 1024:.1f} MiB base', file=sys.stderr)
        if not is_sanitized():
            self.assertLess(each, self.LIMIT)
        for _ in range(2):
            before = allocations
            first.say('flood 1 100')
            for peer in (first, *peers):
                self.assertEqual(len(peer.hear()), 100)
            allocations = self.allocations(first)
        self.assertEqual(allocations, before, 'what all are told at once needs no memory for all at once')
        for peer in peers:
            peer.socket.close()
        self.wait_for(lambda: self.stats()['peers'] == 1)


class LargeAnswers(Case):
    COUNT, LARGE, LIMIT = 60, 4 * 1024 * 1024, 64 * 1024 * 1024

    def test_all_that_slow_readers_leave_is_bounded_and_small_answers_go_on(self):
        before, peers = resident(self.server), []
        for _ in range(self.COUNT):
            peer = self.peer(receive_buffer=4096)
            peer.send(b'GET /copied HTTP/1.1\r\nHost: a\r\n\r\n')
            peers.append(peer)
            with Peer(self.server) as quick:
                self.assertEqual(quick.request('/')[0], 200)
        heads = [peer.socket.recv(12) for peer in peers]
        self.assertEqual(set(heads), {b'HTTP/1.1 200', b'HTTP/1.1 503'})
        self.assertGreaterEqual(heads.count(b'HTTP/1.1 200'), self.LIMIT // self.LARGE)
        if not is_sanitized():
            self.assertLess(resident(self.server) - before, self.LIMIT * 1.5)
        for peer in peers:
            peer.socket.close()
        self.wait_for(lambda: self.stats()['connections'] == 1)
        self.assertEqual(len(self.peer().request('/copied')[2]), self.LARGE)


class Tls(Case):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.cert, cls.key = (os.path.join(cls.folder.name, name) for name in ('cert.pem', 'key.pem'))
        cls.server = Server(f'cert={cls.cert}', f'key={cls.key}', 'head=1000', 'linger=300')

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def client(self, **more):
        """Trusts the certificate that is there now, and no other."""
        context = ssl.create_default_context(cafile=self.cert)
        for name, value in more.items():
            setattr(context, name, value)
        return context

    def reload(self):
        self.server.process.send_signal(signal.SIGHUP)
        return self.server.process.stdout.readline().decode().strip()

    def test_a_request_over_tls_says_that_it_is_secure(self):
        peer = self.peer(tls=self.client())
        self.assertIn(b'secure=1', peer.request()[2])
        self.assertIn(b'path=/again', peer.request('/again')[2])

    def test_tls_1_2_and_1_3_are_spoken_and_nothing_older(self):
        for version, name in ((ssl.TLSVersion.TLSv1_2, 'TLSv1.2'), (ssl.TLSVersion.TLSv1_3, 'TLSv1.3')):
            context = self.client(minimum_version=version, maximum_version=version)
            peer = self.peer(tls=context)
            self.assertEqual(peer.socket.version(), name)
            self.assertEqual(peer.request()[0], 200)
        with warnings.catch_warnings():
            warnings.simplefilter('ignore', DeprecationWarning)
            old = self.client(minimum_version=ssl.TLSVersion.TLSv1, maximum_version=ssl.TLSVersion.TLSv1_1)
        old.set_ciphers('DEFAULT:@SECLEVEL=0')  # or the client itself would not dare
        with self.assertRaisesRegex(ssl.SSLError, 'PROTOCOL_VERSION'):
            self.peer(tls=old)

    def test_http_1_1_is_chosen(self):
        context = self.client()
        context.set_alpn_protocols(['h2', 'http/1.1'])
        self.assertEqual(self.peer(tls=context).socket.selected_alpn_protocol(), 'http/1.1')
        context.set_alpn_protocols(['h2'])
        with self.assertRaises(OSError):
            self.peer(tls=context)

    def test_a_large_body_arrives_whole(self):
        self.assertEqual(self.peer(tls=self.client()).request('/big')[2], b'x' * 4 * 1024 * 1024)

    def test_a_websocket_speaks_over_tls(self):
        peer = self.websocket(tls=self.client())
        for size in (0, 1, 126, 5000, MESSAGE_MAX):
            peer.say('x' * size)
            self.assertEqual(peer.hear(), 'x' * size)
        peer.send(b''.join(frame(TEXT, b'%d' % i) for i in range(1000)))
        self.assertEqual([peer.hear() for _ in range(1000)], [str(i) for i in range(1000)])
        peer.say('close 4000 bye')
        self.assertEqual(peer.close_code(), (4000, 'bye'))

    def test_pipelined_requests_in_one_record_are_answered_in_order(self):
        peer = self.peer(tls=self.client())
        peer.send(b'GET /late HTTP/1.1\r\nHost: a\r\n\r\n' +
                  b''.join(b'GET /%d HTTP/1.1\r\nHost: a\r\n\r\n' % i for i in range(1000)))
        self.assertEqual(peer.response()[2], b'late')
        for i in range(1000):
            self.assertIn(b'path=/%d\n' % i, peer.response()[2])

    def test_a_slow_reader_is_closed_while_others_go_on(self):
        context = self.client()
        slow = self.websocket(tls=context, receive_buffer=4096)
        quick = self.websocket(tls=context)
        for _ in range(100):
            quick.say('flood 10 8000')
            for _ in range(10):
                self.assertEqual(len(quick.hear()), 8000)
        quick.say('stats')
        self.assertIn('slow_closed=1 ', quick.hear())
        slow.socket.close()

    def test_plain_http_is_sent_on_to_https(self):
        for target, location in (('/', 'https://a:1/'), ('/j/BCDFGH?x=%41', 'https://a:1/j/BCDFGH?x=%41'),
                                 ('/%0d%0aX:', None), ('//evil', 'https://a:1/'),
                                 ('/a%20b?c', 'https://a:1/')):
            peer = self.peer()
            status, headers, _ = peer.request(target, headers=b'Host: a:1\r\n')
            self.assertEqual((status, headers.get('location')), (308 if location else 400, location))
        self.assertEqual(self.peer().request('/', 'POST')[0], 400)

    def test_plain_websockets_are_not_accepted_on_a_tls_port(self):
        peer = self.peer()
        peer.send(handshake())
        self.assertEqual(peer.response()[0], 308)
        self.assertTrue(peer.is_closed())

    def test_noise_and_silence_instead_of_a_handshake_end_the_connection(self):
        for data in (b'', b'\x16', b'\x16\x03\x01\xff\xff', bytes(range(256)) * 10):
            peer = self.peer()
            peer.send(data)
            peer.rest()
        self.assertEqual(self.peer(tls=self.client()).request()[0], 200)

    def test_a_new_certificate_is_served_after_sighup_and_old_connections_live_on(self):
        old = self.peer(tls=self.client())
        with tempfile.TemporaryDirectory() as other:
            paths = [os.path.join(other, name) for name in ('cert.pem', 'key.pem')]
            self.assertEqual(Server(f'cert={paths[0]}', f'key={paths[1]}').stop(), 0)
            shutil.copy(paths[0], self.cert)
            shutil.copy(paths[1], self.key)
        with self.assertRaises(ssl.SSLError):
            self.peer(tls=self.client())
        self.assertEqual(self.reload(), 'reloaded')
        self.assertEqual(self.peer(tls=self.client()).request()[0], 200)
        self.assertEqual(old.request()[0], 200)

    def test_a_bad_certificate_is_said_and_the_old_one_stays(self):
        context = self.client()
        with open(self.cert, encoding='ascii') as file:
            good = file.read()
        with open(self.cert, 'w', encoding='ascii') as file:
            file.write('nonsense')
        self.assertIn('cannot use the certificate', self.reload())
        self.assertEqual(self.peer(tls=context).request()[0], 200)
        with open(self.cert, 'w', encoding='ascii') as file:
            file.write(good)
        self.assertEqual(self.reload(), 'reloaded')


class Stopping(unittest.TestCase):
    def test_stopping_closes_websockets_with_1001_and_ends(self):
        server = Server()
        websockets = [open_websocket(server) for _ in range(20)]
        idle, waiting = Peer(server), Peer(server)
        idle.request()
        waiting.send(b'GET /late HTTP/1.1\r\nHost: a\r\n\r\n')
        time.sleep(0.05)
        server.process.stdin.close()
        for peer in websockets:
            self.assertEqual(peer.close_code(), (1001, 'the server is stopping'))
            peer.socket.close()
        self.assertTrue(idle.is_closed())
        self.assertEqual(server.process.wait(WAIT), 0)
        for peer in (idle, waiting):
            peer.socket.close()
        server.process.stdout.close()

    def test_a_slow_reader_does_not_delay_the_end(self):
        server = Server('linger=200')
        peer = Peer(server, receive_buffer=4096)
        peer.send(b'GET /copied HTTP/1.1\r\nHost: a\r\n\r\n')
        self.assertEqual(peer.socket.recv(12), b'HTTP/1.1 200')
        server.process.stdin.close()
        end = time.monotonic() + WAIT
        while server.process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(OSError):
                peer.socket.recv(100)  # it takes a little, again and again
            time.sleep(0.05)
        self.assertEqual(server.process.poll(), 0)
        peer.socket.close()
        server.process.stdout.close()

    def test_what_cannot_be_listened_on_is_said(self):
        with socket.create_server(('127.0.0.1', 0)) as taken:
            for options, message in ((['address=256.1.1.1'], 'not an address'),
                                     ([f'port={taken.getsockname()[1]}'], 'cannot listen')):
                ended = subprocess.run([ECHO, *options], capture_output=True, text=True,
                                       stdin=subprocess.DEVNULL)
                self.assertEqual(ended.returncode, 1)
                self.assertIn(message, ended.stderr)


if __name__ == '__main__':
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    unittest.main()
