-- Schema version 2: what is kept of a room when its log is removed.
CREATE TABLE past_results (
    player   INTEGER NOT NULL,
    game_id  INTEGER NOT NULL,
    room     INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    score    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    reason   TEXT    NOT NULL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (player, game_id)
) WITHOUT ROWID;

CREATE TABLE past_points (
    player  INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    id      TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    time_ms INTEGER NOT NULL,
    PRIMARY KEY (player, game_id, reason)
) WITHOUT ROWID;
