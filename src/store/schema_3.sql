-- Schema version 3: a room is found by the id of the game it prepares, too.
ALTER TABLE rooms ADD COLUMN next_game_id INTEGER NOT NULL DEFAULT 0;
CREATE INDEX rooms_by_next_game ON rooms (next_game_id) WHERE next_game_id <> 0;
