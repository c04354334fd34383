-- Schema version 5: beside a result the reason of the point that was scored, where the game gives one (Loup-Garou).
-- Nobody scores two in one game.
ALTER TABLE finished ADD COLUMN point TEXT NOT NULL DEFAULT '';
DROP INDEX finished_by_game;
CREATE INDEX finished_by_game ON finished (game, player, score, won, point);

-- The games that were finished before there was a column for it: of removed rooms, and of those still here.
UPDATE finished SET point = past.reason FROM past_points AS past
WHERE past.player = finished.player AND past.game_id = finished.game_id;

UPDATE finished SET point = scored.reason
FROM (SELECT people.player, log.room, log.time_ms, point.value ->> 'reason' AS reason
      FROM (SELECT room, time_ms, marks, events FROM shelf
            UNION ALL SELECT room, time_ms, marks, events FROM arrivals) AS log,
           json_each(log.events) AS point, json_each(log.events) AS person
      JOIN people ON people.id = person.value ->> 'player'
      WHERE log.marks & 2 AND point.value ->> 'type' = 'point_scored'
        AND person.value ->> 'type' = 'scored'
        AND person.value ->> 'seat' = point.value ->> 'seat') AS scored
WHERE scored.player = finished.player AND scored.room = finished.room
  AND scored.time_ms = finished.ended_ms;
