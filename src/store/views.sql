-- Relational names over the log: nothing here is stored, everything is read from the batches.
-- Each game adds the views of its own (engine/games/<id>/views.sql). Made anew whenever one of the files
-- changes. docs/store.md says which events each view looks for.
--
-- Secrets are in here (cards, votes, night actions): the file is for its owner, never for the API.

-- One row per batch, on the shelf or newly arrived.
CREATE VIEW log AS
SELECT room, seq, time_ms, player, cid, marks, events, hash FROM shelf
UNION ALL
SELECT room, seq, time_ms, player, cid, marks, events, hash FROM arrivals;

-- The plain ground ---------------------------------------------------------------------------------

-- What is no JSON, or no object, is passed over rather than failing the query.
CREATE VIEW events AS
SELECT room, seq, number, time_ms, player, body ->> 'kind' AS kind, body ->> 'type' AS type, body
FROM (SELECT log.room, log.seq, event.key AS number, log.time_ms, log.player,
             CASE event.type WHEN 'object' THEN event.value ELSE '{}' END AS body
      FROM log, json_each(CASE WHEN json_valid(log.events) THEN log.events ELSE '[]' END) AS event);

-- Events of games, each with the game that was on the table. Undone ones are still in it.
CREATE VIEW game_events AS
SELECT game.game_id, game.id, game.game, event.room, event.seq, event.number, event.time_ms,
       event.type, event.body
FROM game_directory AS game
JOIN events AS event ON event.room = game.room AND event.seq >= game.started_seq
WHERE event.kind = 'game'
  AND event.seq < coalesce((SELECT min(later.started_seq) FROM game_directory AS later
                            WHERE later.room = game.room AND later.started_seq > game.started_seq),
                           9223372036854775807);

-- Who sat where when a game began; bots too.
CREATE VIEW game_seats AS
SELECT game.game_id, game.id, game.game, game.room, game.started_seq,
       event.body ->> 'seat' AS seat, event.body ->> 'player' AS player_id
FROM game_directory AS game
JOIN events AS event ON event.room = game.room AND event.seq = game.started_seq
WHERE event.type = 'nonce_published';

-- The options a game began with. The log spells a value like an id; the last six digits hold 30 bits.
CREATE VIEW game_options AS
SELECT game.game_id, game.id, game.game, game.room, game.started_seq,
       event.body ->> 'option' AS option,
       coalesce(  (instr(digits, substr(event.body ->> 'value',  8, 1)) - 1) * 33554432
                + (instr(digits, substr(event.body ->> 'value',  9, 1)) - 1) * 1048576
                + (instr(digits, substr(event.body ->> 'value', 10, 1)) - 1) * 32768
                + (instr(digits, substr(event.body ->> 'value', 11, 1)) - 1) * 1024
                + (instr(digits, substr(event.body ->> 'value', 12, 1)) - 1) * 32
                + (instr(digits, substr(event.body ->> 'value', 13, 1)) - 1), 0) AS value
FROM (SELECT '0123456789abcdefghjkmnpqrstvwxyz' AS digits), game_directory AS game
JOIN events AS event ON event.room = game.room AND event.seq = game.started_seq
WHERE event.type = 'option_fixed';

-- Results: the leaderboard and the histories read these --------------------------------------------

CREATE VIEW results AS
SELECT player, game_id, room, game, score, won, reason, point, ended_ms FROM finished;

-- Points with a reason of their own.
CREATE VIEW points AS
SELECT player, id, point AS reason, ended_ms AS time_ms
FROM finished JOIN game_directory USING (game_id)
WHERE point <> ''
UNION ALL
SELECT player, id, reason, time_ms FROM past_points;
