-- PostgreSQL, schema version 1: SQLite's tables as they are after its version 5, without arrivals and shelf.
-- Released versions never change; a change is another file. `id` is a number as the API spells it.
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);

CREATE TABLE rooms (
    room         int8 PRIMARY KEY,
    id           text NOT NULL,
    code         int8 NOT NULL UNIQUE,
    game         text NOT NULL,
    created_ms   int8 NOT NULL,
    expires_ms   int8 NOT NULL,
    next_game_id int8 NOT NULL
);
CREATE INDEX rooms_by_expiry ON rooms (expires_ms);
CREATE INDEX rooms_by_next_game ON rooms (next_game_id) WHERE next_game_id <> 0;

-- One row per batch; `player` commanded it (0: the clock), `events` is a JSON array with every secret.
-- The primary key keeps a log linear, whoever writes.
CREATE TABLE log (
    room    int8  NOT NULL,
    seq     int8  NOT NULL,
    time_ms int8  NOT NULL,
    player  int8  NOT NULL,
    cid     int8  NOT NULL,
    marks   int4  NOT NULL,
    events  text  NOT NULL,
    hash    bytea NOT NULL,
    PRIMARY KEY (room, seq)
);

CREATE TABLE snapshots (
    room  int8  PRIMARY KEY,
    seq   int8  NOT NULL,
    state bytea NOT NULL
);

CREATE TABLE game_directory (
    game_id     int8 PRIMARY KEY,
    id          text NOT NULL,
    room        int8 NOT NULL,
    number      int4 NOT NULL,
    game        text NOT NULL,
    started_seq int8 NOT NULL,
    started_ms  int8 NOT NULL
);
CREATE UNIQUE INDEX game_directory_by_room ON game_directory (room, started_seq);

CREATE TABLE people (
    player     int8 PRIMARY KEY,
    id         text NOT NULL UNIQUE,
    name       text NOT NULL,
    created_ms int8 NOT NULL
);

CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    player     int8  NOT NULL,
    expires_ms int8  NOT NULL
);
CREATE INDEX sessions_by_player ON sessions (player);
CREATE INDEX sessions_by_expiry ON sessions (expires_ms);

-- One person in one finished game; stays when the room goes.
CREATE TABLE finished (
    player   int8 NOT NULL,
    game_id  int8 NOT NULL,
    room     int8 NOT NULL,
    game     text NOT NULL,
    score    int8 NOT NULL,
    won      int4 NOT NULL,
    reason   text NOT NULL,
    ended_ms int8 NOT NULL,
    point    text NOT NULL,
    PRIMARY KEY (player, game_id)
);
CREATE INDEX finished_by_game ON finished (game, player, score, won, point);

-- What is kept of a room's points when its log is removed.
CREATE TABLE past_points (
    player  int8 NOT NULL,
    game_id int8 NOT NULL,
    id      text NOT NULL,
    reason  text NOT NULL,
    time_ms int8 NOT NULL,
    PRIMARY KEY (player, game_id, reason)
);

-- A write of a new connection: once it is acknowledged, so is everything that is visible.
INSERT INTO meta VALUES ('barrier', '0');
