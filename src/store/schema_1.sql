-- Schema version 1. Released versions never change; a change is another file.
-- `id` is a number as the API spells it, for whoever reads the file with another program.
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE rooms (
    room       INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL,
    code       INTEGER NOT NULL UNIQUE,
    game       TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
);
CREATE INDEX rooms_by_expiry ON rooms (expires_ms);

-- One row per batch; `player` commanded it (0: the clock), `events` is a JSON array with every secret.
CREATE TABLE log (
    room    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    cid     INTEGER NOT NULL,
    marks   INTEGER NOT NULL,
    events  TEXT    NOT NULL,
    hash    BLOB    NOT NULL,
    PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE INDEX log_games_over ON log (time_ms) WHERE marks & 2;
CREATE INDEX log_chat ON log (room, seq) WHERE marks & 4;

CREATE TABLE snapshots (
    room  INTEGER PRIMARY KEY,
    seq   INTEGER NOT NULL,
    state BLOB    NOT NULL
);

CREATE TABLE game_directory (
    game_id     INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL,
    room        INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    started_seq INTEGER NOT NULL,
    started_ms  INTEGER NOT NULL
);
CREATE UNIQUE INDEX game_directory_by_room ON game_directory (room, started_seq);

CREATE TABLE people (
    player     INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    created_ms INTEGER NOT NULL
);

CREATE TABLE sessions (
    token_hash BLOB    PRIMARY KEY,
    player     INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_player ON sessions (player);
CREATE INDEX sessions_by_expiry ON sessions (expires_ms);
