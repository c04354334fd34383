-- Schema version 2: results and points.

-- One person in one finished game, read from the batch that ended it and written with it: a leaderboard over
-- the log itself would read every game ever played. Stays when the room goes.
CREATE TABLE finished (
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
CREATE INDEX finished_by_game ON finished (game, player, score, won);

-- What is kept of a room's points when its log is removed.
CREATE TABLE past_points (
    player  INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    id      TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    time_ms INTEGER NOT NULL,
    PRIMARY KEY (player, game_id, reason)
) WITHOUT ROWID;

-- The games that were finished before there was a table for them.
INSERT INTO finished (player, game_id, room, game, score, won, reason, ended_ms)
SELECT people.player, game.game_id, log.room, game.game, event.value ->> 'score',
       event.value ->> 'won',
       coalesce((SELECT over.value ->> 'reason' FROM json_each(log.events) AS over
                 WHERE over.value ->> 'type' = 'game_over'), ''),
       log.time_ms
FROM log, json_each(log.events) AS event
JOIN people ON people.id = event.value ->> 'player'
JOIN game_directory AS game ON game.room = log.room AND game.started_seq =
     (SELECT max(started_seq) FROM game_directory WHERE room = log.room AND started_seq <= log.seq)
WHERE log.marks & 2 AND event.value ->> 'type' = 'scored';
