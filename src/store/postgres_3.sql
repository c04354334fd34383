-- PostgreSQL, schema version 3: SQLite's version 6.
CREATE TABLE playing (
    player   int8 NOT NULL,
    room     int8 NOT NULL,
    since_ms int8 NOT NULL,
    is_long  int4 NOT NULL,
    PRIMARY KEY (player, room)
);
CREATE INDEX playing_by_room ON playing (room);

ALTER TABLE sessions ADD COLUMN push_endpoint text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN push_keys text NOT NULL DEFAULT '';
CREATE INDEX sessions_by_push ON sessions (push_endpoint) WHERE push_endpoint <> '';
