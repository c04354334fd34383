-- Relational names over the log. Made anew whenever this file changes; see docs/store.md.
CREATE VIEW events AS
SELECT log.room, log.seq, event.key AS number, log.time_ms, log.player,
       event.value ->> 'type' AS type, event.value AS body
FROM log, json_each(log.events) AS event;

CREATE VIEW room_results AS
SELECT people.player, game.game_id, log.room, game.game,
       event.value ->> 'score' AS score, event.value ->> 'won' AS won,
       coalesce((SELECT over.value ->> 'reason' FROM json_each(log.events) AS over
                 WHERE over.value ->> 'type' = 'game_over'), '') AS reason,
       log.time_ms AS ended_ms
FROM log, json_each(log.events) AS event
JOIN people ON people.id = event.value ->> 'player'
JOIN game_directory AS game ON game.room = log.room AND game.started_seq =
     (SELECT max(started_seq) FROM game_directory WHERE room = log.room AND started_seq <= log.seq)
WHERE log.marks & 2 AND event.value ->> 'type' = 'scored';

CREATE VIEW results AS
SELECT player, game_id, room, game, score, won, reason, ended_ms FROM room_results
UNION ALL
SELECT player, game_id, room, game, score, won, reason, ended_ms FROM past_results;

CREATE VIEW room_points AS
SELECT 0 AS player, 0 AS game_id, 0 AS room, '' AS reason, 0 AS time_ms WHERE 0;
