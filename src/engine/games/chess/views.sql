-- Loup-Garou, the chess with a werewolf, as relational tables, over the log: see store/views.sql.

-- The team is the last one chosen before the start, turned round once for every swap since.
CREATE VIEW game_roles AS
SELECT seat.id AS game_id, seat.player_id AS user_id,
       CASE (SELECT count(*) FROM events AS swap
             WHERE swap.room = seat.room AND swap.type = 'sides_swapped'
               AND swap.seq BETWEEN choice.seq AND seat.started_seq) % 2
       WHEN 0 THEN choice.body ->> 'role'
       ELSE CASE choice.body ->> 'role' WHEN 'A' THEN 'B' ELSE 'A' END END AS team_name,
       dealt.body ->> 'role' AS role
FROM game_seats AS seat
JOIN game_events AS dealt ON dealt.game_id = seat.game_id AND dealt.type = 'role_dealt'
     AND dealt.body ->> 'seat' = seat.seat
LEFT JOIN events AS choice ON choice.room = seat.room AND choice.type = 'role_selected'
     AND choice.body ->> 'player' = seat.player_id AND choice.seq * 1000 + choice.number =
         (SELECT max(seq * 1000 + number) FROM events
          WHERE room = seat.room AND seq <= seat.started_seq AND type = 'role_selected'
            AND body ->> 'player' = seat.player_id)
WHERE seat.game = 'chess';

CREATE VIEW game_werewolf_votes AS
SELECT event.id AS game_id, voter.player_id AS voter_user_id, suspect.player_id AS suspect_user_id,
       strftime('%Y-%m-%dT%H:%M:%fZ', event.time_ms / 1000.0, 'unixepoch') AS created_at
FROM game_events AS event
JOIN game_seats AS voter
     ON voter.game_id = event.game_id AND voter.seat = event.body ->> 'seat'
JOIN game_seats AS suspect
     ON suspect.game_id = event.game_id AND suspect.seat = event.body ->> 'suspect'
WHERE event.type = 'ballot_cast';

CREATE VIEW game_werewolf_score_log AS
SELECT points.id AS game_id, people.id AS user_id, points.reason,
       strftime('%Y-%m-%dT%H:%M:%fZ', points.time_ms / 1000.0, 'unixepoch') AS created_at
FROM points
JOIN people ON people.player = points.player;

CREATE VIEW user_werewolf_stats AS
SELECT people.id AS user_id,
       sum(points.reason = 'found_werewolf') AS correct_identifications,
       sum(points.reason = 'werewolf_success') AS werewolf_successes,
       strftime('%Y-%m-%dT%H:%M:%fZ', max(points.time_ms) / 1000.0, 'unixepoch') AS updated_at
FROM points
JOIN people ON people.player = points.player
GROUP BY people.player;
