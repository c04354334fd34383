-- Schema version 4: the log in two tables, read as one (the view `log`).
-- A batch arrives in the order of time, so that a group of many rooms fills one page after another instead of
-- touching one per room. Now and then all arrivals move to the shelf, where a room's batches lie together.
DROP INDEX log_games_over;
DROP INDEX log_chat;
ALTER TABLE log RENAME TO shelf;
CREATE INDEX shelf_games_over ON shelf (time_ms) WHERE marks & 2;
CREATE INDEX shelf_chat ON shelf (room, seq) WHERE marks & 4;

CREATE TABLE arrivals (
    number  INTEGER PRIMARY KEY,
    room    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    cid     INTEGER NOT NULL,
    marks   INTEGER NOT NULL,
    events  TEXT    NOT NULL,
    hash    BLOB    NOT NULL
);
CREATE UNIQUE INDEX arrivals_by_room ON arrivals (room, seq);
