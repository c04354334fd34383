-- Schema version 6: who sits in a running game, and where a session's device is told that it is its person's move.
-- `is_long`: the game gives hours or days for a move, so that a server looks after its clock though nobody comes.
CREATE TABLE playing (
    player   INTEGER NOT NULL,
    room     INTEGER NOT NULL,
    since_ms INTEGER NOT NULL,
    is_long  INTEGER NOT NULL,
    PRIMARY KEY (player, room)
) WITHOUT ROWID;
CREATE INDEX playing_by_room ON playing (room);
CREATE INDEX playing_long ON playing (room) WHERE is_long;

-- Web Push: an address of the browser's maker, and the keys that only that browser can read with.
ALTER TABLE sessions ADD COLUMN push_endpoint TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN push_keys TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_by_push ON sessions (push_endpoint) WHERE push_endpoint <> '';
