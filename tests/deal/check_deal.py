#!/usr/bin/env python3
"""Checks the chance of a finished game from its proof, knowing nothing but docs/chance.md.

    check_deal.py PROOF.json…       check proofs (GET /api/games/{game_id}/proof)
    check_deal.py --test PROGRAM    check the proofs that PROGRAM prints, and that spoilt ones fail

Written from the document, not from the server's code, in another language and with nothing in common."""
import copy
import hashlib
import hmac
import json
import struct
import subprocess
import sys


class Wrong(Exception):
    """The proof does not prove what it says."""


def expect(condition, problem):
    if not condition:
        raise Wrong(problem)


# Draws: ChaCha20 (RFC 8439) under the seed, a stream per decision.

def rotate(word, count):
    return (word << count | word >> (32 - count)) & 0xFFFFFFFF


def quarter_round(words, a, b, c, d):
    for x, y, z, count in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        words[x] = (words[x] + words[y]) & 0xFFFFFFFF
        words[z] = rotate(words[z] ^ words[x], count)


def block(key, counter, nonce):
    start = list(struct.unpack('<4I', b'expand 32-byte k') + struct.unpack('<8I', key)
                 + (counter,) + struct.unpack('<3I', nonce))
    words = start[:]
    for _ in range(10):
        for i in range(4):
            quarter_round(words, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(words, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack('<16I', *((a + b) & 0xFFFFFFFF for a, b in zip(words, start)))


class Draws:
    def __init__(self, seed, stream):
        self.seed, self.nonce = seed, b'\0' * 4 + struct.pack('<Q', stream)
        self.counter, self.bytes = 0, b''

    def next(self):
        if not self.bytes:
            self.bytes = block(self.seed, self.counter, self.nonce)
            self.counter += 1
        number, self.bytes = struct.unpack('<Q', self.bytes[:8])[0], self.bytes[8:]
        return number

    def below(self, n):
        limit = 2 ** 64 // n * n
        while True:
            number = self.next()
            if number < limit:
                return number % n


# What each game draws, and when.

def check_coinflip(proof, decision_draws):
    percent = None
    for events, draws in decision_draws:
        for event in events:
            if event['type'] == 'coin_bent':
                percent = 20 + draws.below(61)
                expect(event['heads_percent'] == percent, 'the coin was bent otherwise')
            elif event['type'] == 'coin_tossed':
                coin = 'heads' if draws.below(100) < percent else 'tails'
                expect(event['coin'] == coin, f'round {event["round"]}: the coin fell otherwise')


def journeyman_moves(width, height, position, wet):
    x0, y0 = position
    return [(x, y) for y in range(y0 - 1, y0 + 2) for x in range(x0 - 1, x0 + 2)
            if 0 <= x < width and 0 <= y < height and (x, y) != position and (x, y) not in wet]


def fields(positions):
    return {(field['x'], field['y']) for field in positions}


def check_journeyman(proof, decision_draws):
    width = height = None
    position, wet, staged = (0, 0), set(), False
    for events, draws in decision_draws:
        out_of_time = False
        for event in events:
            kind = event['type']
            if kind == 'grid_configured':
                width, height = event['width'], event['height']
            elif kind == 'move_staged':
                staged = True
            elif kind == 'time_ran_out':
                out_of_time = event['side'] == 'journeyman'
            elif kind == 'moved':
                target = (event['position']['x'], event['position']['y'])
                if out_of_time and not staged:
                    moves = journeyman_moves(width, height, position, wet)
                    expect(target == moves[draws.below(len(moves))], 'a late move went elsewhere')
                position, staged = target, False
            elif kind == 'dried':
                wet -= fields(event['positions'])
            elif kind == 'flooded':
                wet |= fields(event['positions'])


GAMES = {'coinflip': check_coinflip, 'journeyman': check_journeyman}


# The proof.

def lines(*parts):
    return ''.join(f'{part}\n' for part in parts).encode()


def check(proof):
    expect(proof['version'] == 1, 'unknown version')
    expect('secret' in proof, 'the game is not over: its secret is not revealed')
    secret = bytes.fromhex(proof['secret'])
    expect(len(secret) == 32, 'the secret has another size')

    commitment = hashlib.sha256(lines('parlour commitment 1', proof['room'], proof['game_number'],
                                      proof['secret'])).hexdigest()
    expect(commitment == proof['commitment'], 'the secret is not the one committed to')

    seats = [f'{seat["player"]} {seat["nonce"]}' for seat in sorted(proof['seats'], key=lambda s: s['seat'])]
    seed = hmac.digest(secret, lines('parlour seed 1', proof['room'], proof['game_id'],
                                     proof['game_number'], *seats), 'sha256')
    expect(seed.hex() == proof['seed'], 'the seed is not made of this secret and these nonces')

    streams, count = [], 0
    for events in proof.get('decisions', []):
        streams.append((events, Draws(seed, count)))
        count += len(events)
    if proof['game'] in GAMES:
        GAMES[proof['game']](proof, streams)
    return proof['game'] in GAMES


def report(name, proof):
    try:
        has_draws = check(proof)
    except (Wrong, KeyError, ValueError, TypeError) as problem:
        print(f'{name}: WRONG: {problem!r}')
        return False
    drawn = [seat['seat'] for seat in proof['seats'] if seat['drawn_by_server']]
    print(f'{name}: commitment and seed are right' + (', and every draw' if has_draws else '')
          + (f'; the server drew the nonce of seats {drawn}' if drawn else ''))
    return True


# The checker itself must be awake.

def spoil_text(text):
    return ('1' if text[0] == '0' else '0') + text[1:]


def spoilt(proof):
    """The same proof with one thing changed, each in turn."""
    for key in ('secret', 'commitment', 'seed', 'room', 'game_id'):
        yield key, {**proof, key: spoil_text(proof[key])}
    yield 'game_number', {**proof, 'game_number': proof['game_number'] + 1}
    for i, seat in enumerate(proof['seats']):
        for key in ('nonce', 'player'):
            other = copy.deepcopy(proof)
            other['seats'][i][key] = spoil_text(seat[key])
            yield f'seat {i} {key}', other
    yield 'seat order', {**proof, 'seats': [{**s, 'seat': 1 - s['seat']} for s in proof['seats']]}
    yield 'nothing revealed', {k: v for k, v in proof.items() if k not in ('secret', 'seed')}
    for i, events in enumerate(proof['decisions']):
        for j, event in enumerate(events):
            other = copy.deepcopy(proof)
            changed = other['decisions'][i][j]
            if event['type'] == 'coin_tossed':
                changed['coin'] = 'heads' if event['coin'] == 'tails' else 'tails'
            elif event['type'] == 'coin_bent':
                changed['heads_percent'] += 1
            else:
                continue
            yield f'{event["type"]} in decision {i}', other


def has_late_move(proof):
    return any(e['type'] == 'time_ran_out' and e['side'] == 'journeyman'
               for events in proof['decisions'] for e in events)


def spoil_late_moves(proof):
    other = copy.deepcopy(proof)
    for events in other['decisions']:
        if events and events[0]['type'] == 'time_ran_out':
            for event in events:
                if event['type'] == 'moved':
                    event['position'] = {'x': 0, 'y': 0}
    return other


def self_test(program):
    output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    proofs = [json.loads(line) for line in output.splitlines() if line.startswith('{')]
    ok = len(proofs) == 4
    for number, proof in enumerate(proofs):
        ok = report(f'{proof["game"]} {number}', proof) and ok
        others = list(spoilt(proof))
        if has_late_move(proof):
            others.append(('late moves', spoil_late_moves(proof)))
        for what, other in others:
            try:
                check(other)
                print(f'{proof["game"]} {number}: a spoilt proof passes: {what}')
                ok = False
            except (Wrong, ValueError):
                pass
    ok = ok and any(has_late_move(proof) for proof in proofs)
    return ok


def main(arguments):
    if len(arguments) == 2 and arguments[0] == '--test':
        return self_test(arguments[1])
    if not arguments or arguments[0].startswith('-'):
        print(__doc__)
        return False
    results = []
    for path in arguments:
        with open(path, encoding='utf-8') as file:
            results.append(report(path, json.load(file)))
    return all(results)


if __name__ == '__main__':
    sys.exit(0 if main(sys.argv[1:]) else 1)
