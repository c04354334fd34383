-- One Night as relational tables, over the log: see store/views.sql. The test of the store compares the roles with
-- the game's.

-- As the game lists them.
CREATE VIEW roles (role_id, has_action, wake_order, team, description) AS
VALUES ('doppelganger', 1, 1, 'village',
        'Must look at another player''s card, and is what she saw from then on.'),
       ('sentinel', 1, 2, 'village',
        'May shield another player''s card: nobody looks at it or moves it.'),
       ('werewolf', 1, 3, 'werewolf',
        'Sees the other werewolves; alone, may look at a centre card.'),
       ('alpha_wolf', 1, 4, 'werewolf',
        'Wakes with the werewolves, then must give the extra werewolf card to another player.'),
       ('mystic_wolf', 1, 5, 'werewolf',
        'Wakes with the werewolves, then may look at another player''s card.'),
       ('minion', 1, 6, 'werewolf', 'Sees the werewolves, who do not see the minion.'),
       ('mason', 1, 7, 'village', 'Sees the other mason, or learns that there is none.'),
       ('seer', 1, 8, 'village', 'May look at another player''s card or at two centre cards.'),
       ('apprentice_seer', 1, 9, 'village', 'May look at one centre card.'),
       ('paranormal_investigator', 1, 10, 'village',
        'May look at two other players'' cards; becomes the werewolf or tanner that he sees.'),
       ('robber', 1, 11, 'village', 'May swap cards with another player, and sees the new card.'),
       ('witch', 1, 12, 'village',
        'May look at a centre card, and then must give it to a player.'),
       ('troublemaker', 1, 13, 'village', 'May swap the cards of two other players, unseen.'),
       ('village_idiot', 1, 14, 'village', 'May move all cards but his own by one seat.'),
       ('drunk', 1, 15, 'village', 'Must swap cards with the centre, unseen.'),
       ('insomniac', 1, 16, 'village', 'Sees her own card as it lies at the end of the night.'),
       ('revealer', 1, 17, 'village',
        'May turn another player''s card; one of the village stays open for all.'),
       ('hunter', 0, NULL, 'village', 'Dying, takes along whoever he voted for.'),
       ('tanner', 0, NULL, 'tanner', 'Wins by dying.'),
       ('bodyguard', 0, NULL, 'village', 'Whoever he votes for cannot die.'),
       ('dream_wolf', 0, NULL, 'werewolf', 'Sleeps; the werewolves and the minion see him.'),
       ('villager', 0, NULL, 'village', 'Has nothing but wits.');

CREATE VIEW game_sets AS
SELECT room.id AS game_set_id,
       room.game,
       (SELECT people.id FROM log JOIN people ON people.player = log.player
        WHERE log.room = room.room AND log.seq = 1) AS created_by,
       (SELECT event.body ->> 'num_players' FROM events AS event
        WHERE event.room = room.room AND event.type IN ('room_created', 'seats_set')
        ORDER BY event.seq DESC, event.number DESC LIMIT 1) AS num_players,
       (SELECT json_group_array(option) FROM game_options AS choice
        JOIN roles ON roles.role_id = choice.option
        JOIN (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS card
             ON card.column1 <= choice.value
        WHERE choice.room = room.room AND choice.started_seq =
              (SELECT max(started_seq) FROM game_directory WHERE room = room.room))
           AS selected_roles,
       (SELECT value FROM game_options AS choice
        WHERE choice.room = room.room AND choice.option = 'discussion_seconds'
        ORDER BY choice.started_seq DESC LIMIT 1) AS discussion_timer_seconds,
       strftime('%Y-%m-%dT%H:%M:%fZ', room.created_ms / 1000.0, 'unixepoch') AS created_at,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', log.time_ms / 1000.0, 'unixepoch') FROM log
        WHERE log.room = room.room ORDER BY log.seq DESC LIMIT 1) AS updated_at,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', event.time_ms / 1000.0, 'unixepoch')
        FROM events AS event
        WHERE event.room = room.room AND event.type = 'set_ended') AS ended_at
FROM rooms AS room;

CREATE VIEW players AS
SELECT id AS player_id, id AS user_id, name AS player_name, NULL AS avatar_url,
       strftime('%Y-%m-%dT%H:%M:%fZ', created_ms / 1000.0, 'unixepoch') AS created_at
FROM people;

CREATE VIEW chat_messages AS
SELECT room.id || '-' || event.seq AS message_id, room.id AS game_set_id,
       event.body ->> 'player' AS player_id, event.body ->> 'channel' AS channel,
       event.body ->> 'text' AS message,
       strftime('%Y-%m-%dT%H:%M:%fZ', event.time_ms / 1000.0, 'unixepoch') AS timestamp
FROM log
JOIN events AS event ON event.room = log.room AND event.seq = log.seq
JOIN rooms AS room ON room.room = log.room
WHERE log.marks & 4 AND event.kind = 'room' AND event.type = 'chat';

-- A place is where a card lies: 'seat_0' …, 'center_0' … 'center_2', or 'center_3', the Alpha Wolf's. Other games deal roles, too.
CREATE VIEW cards_dealt AS
SELECT game_id, 'seat_' || (body ->> 'seat') AS place, body ->> 'role' AS role FROM game_events
WHERE type = 'role_dealt' AND game = 'onenight'
UNION ALL
SELECT game_id, 'center_' || (body ->> 'card'), body ->> 'role' FROM game_events
WHERE type = 'center_dealt';

-- After an exchange each place holds what the other one held.
CREATE VIEW cards_moved AS
SELECT game_id, seq, number, body ->> 'source' AS place, body ->> 'target_role' AS role
FROM game_events WHERE type = 'cards_swapped'
UNION ALL
SELECT game_id, seq, number, body ->> 'target', body ->> 'source_role'
FROM game_events WHERE type = 'cards_swapped';

CREATE VIEW cards AS
SELECT game_id, place, role AS initial_role,
       coalesce((SELECT moved.role FROM cards_moved AS moved
                 WHERE moved.game_id = dealt.game_id AND moved.place = dealt.place
                 ORDER BY moved.seq DESC, moved.number DESC LIMIT 1), role) AS current_role
FROM cards_dealt AS dealt;

CREATE VIEW games AS
SELECT game.id AS game_id, room.id AS game_set_id, game.game, game.number AS game_number,
       CASE WHEN over.time_ms IS NOT NULL THEN 'RESULTS' ELSE
            (SELECT CASE event.type WHEN 'reveal_began' THEN 'REVEAL' WHEN 'step_began' THEN 'NIGHT'
                    WHEN 'discussion_began' THEN 'DAY_DISCUSSION' ELSE 'DAY_VOTING' END
             FROM game_events AS event WHERE event.game_id = game.game_id AND event.type IN
                  ('reveal_began', 'step_began', 'discussion_began', 'voting_began')
             ORDER BY seq DESC, number DESC LIMIT 1) END AS state,
       CASE WHEN over.time_ms IS NULL THEN
            (SELECT role_id FROM roles WHERE role_id =
             (SELECT body ->> 'step' FROM game_events AS event WHERE event.game_id = game.game_id
              AND event.type IN ('step_began', 'discussion_began')
              ORDER BY seq DESC, number DESC LIMIT 1)) END AS current_role_step,
       (SELECT json_group_array(role_id) FROM (SELECT role_id FROM roles WHERE role_id IN
            (SELECT initial_role FROM cards WHERE cards.game_id = game.game_id)
        AND has_action ORDER BY wake_order)) AS active_roles,
       (SELECT current_role FROM cards WHERE cards.game_id = game.game_id AND place = 'center_0')
           AS card_0_role,
       (SELECT current_role FROM cards WHERE cards.game_id = game.game_id AND place = 'center_1')
           AS card_1_role,
       (SELECT current_role FROM cards WHERE cards.game_id = game.game_id AND place = 'center_2')
           AS card_2_role,
       over.body ->> 'reason' AS reason,
       (SELECT body ->> 'mode' FROM game_events AS event WHERE event.game_id = game.game_id
        AND event.type = 'mode_declared' LIMIT 1) AS mode,
       (SELECT count(CASE type WHEN 'game_ended' THEN 1 END) > count(CASE type WHEN 'vote_closed' THEN 1 END)
             AND max(CASE type WHEN 'mode_declared' THEN body ->> 'mode' END) = 'werewolf'
        FROM game_events AS event WHERE event.game_id = game.game_id) AS vote_open,
       strftime('%Y-%m-%dT%H:%M:%fZ', game.started_ms / 1000.0, 'unixepoch') AS created_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(
           (SELECT max(time_ms) FROM game_events AS event WHERE event.game_id = game.game_id),
           game.started_ms) / 1000.0, 'unixepoch') AS updated_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', over.time_ms / 1000.0, 'unixepoch') AS ended_at
FROM game_directory AS game
JOIN rooms AS room ON room.room = game.room
LEFT JOIN events AS over ON over.room = game.room AND over.type = 'game_over'
      AND over.body ->> 'game_id' = game.id;

CREATE VIEW player_roles AS
SELECT seat.id || '-' || seat.seat AS player_role_id, seat.id AS game_id, seat.player_id,
       cards.initial_role, cards.current_role,
       EXISTS (SELECT 1 FROM game_events AS event WHERE event.game_id = seat.game_id
               AND event.type = 'role_acknowledged' AND event.body ->> 'seat' = seat.seat)
           AS role_revealed,
       (SELECT team FROM roles WHERE role_id = coalesce(
            (SELECT event.body ->> 'final' FROM game_events AS event
             WHERE event.game_id = seat.game_id AND event.type = 'card_turned'
             AND event.body ->> 'place' = cards.place), cards.current_role)) AS team,
       EXISTS (SELECT 1 FROM game_events AS event WHERE event.game_id = seat.game_id
               AND event.type = 'player_died' AND event.body ->> 'seat' = seat.seat) AS was_killed,
       EXISTS (SELECT 1 FROM game_events AS event WHERE event.game_id = seat.game_id
               AND event.type IN ('answered', 'mates_seen', 'card_viewed', 'cards_swapped',
               'role_copied')
               AND event.body ->> 'seat' = seat.seat) AS night_action_completed
FROM game_seats AS seat
JOIN cards ON cards.game_id = seat.game_id AND cards.place = 'seat_' || seat.seat;

-- Every card seen and every exchange; a mate seen is a card seen. A Mason who sees none has seen that the
-- other lies in the centre.
CREATE VIEW deeds AS
SELECT game_id, id, seq, number, 0 AS part, time_ms, body ->> 'seat' AS seat,
       'VIEW_CARD' AS action_type, body ->> 'place' AS source, NULL AS target,
       body ->> 'role' AS source_role, NULL AS target_role
FROM game_events WHERE type = 'card_viewed'
UNION ALL
SELECT game_id, id, seq, number, 0, time_ms, body ->> 'seat',
       'COPY_CARD', body ->> 'place', NULL, body ->> 'role', NULL
FROM game_events WHERE type = 'role_copied'
UNION ALL
SELECT event.game_id, event.id, event.seq, event.number, mate.key, event.time_ms,
       event.body ->> 'seat', 'VIEW_CARD', 'seat_' || mate.value, NULL, dealt.role, NULL
FROM game_events AS event, json_each(event.body, '$.mates') AS mate
JOIN cards_dealt AS dealt ON dealt.game_id = event.game_id AND dealt.place = 'seat_' || mate.value
WHERE event.type = 'mates_seen'
UNION ALL
SELECT event.game_id, event.id, event.seq, event.number, 0, event.time_ms, event.body ->> 'seat',
       'VIEW_CARD', 'center', NULL, dealt.role, NULL
FROM game_events AS event
JOIN cards_dealt AS dealt ON dealt.game_id = event.game_id
     AND dealt.place = 'seat_' || (event.body ->> 'seat') AND dealt.role = 'mason'
WHERE event.type = 'mates_seen' AND json_array_length(event.body, '$.mates') = 0
UNION ALL
SELECT game_id, id, seq, number, 0, time_ms, body ->> 'seat',
       CASE WHEN body ->> 'target' LIKE 'center%' OR body ->> 'source' LIKE 'center%'
            THEN 'SWAP_PLAYER_TO_CENTER' ELSE 'SWAP_PLAYER_TO_PLAYER' END,
       body ->> 'source', body ->> 'target', body ->> 'source_role', body ->> 'target_role'
FROM game_events WHERE type = 'cards_swapped';

CREATE VIEW actions AS
SELECT deed.id || '-' || deed.seq || '-' || deed.number || '-' || deed.part AS action_id,
       deed.id AS game_id, actor.player_id, deed.action_type,
       coalesce(source.player_id, nullif(substr(deed.source, 8), ''), 'center') AS source_id,
       coalesce(target.player_id, substr(deed.target, 8), '') AS target_id,
       deed.source_role, deed.target_role,
       strftime('%Y-%m-%dT%H:%M:%fZ', deed.time_ms / 1000.0, 'unixepoch') AS timestamp
FROM deeds AS deed
JOIN game_seats AS actor ON actor.game_id = deed.game_id AND actor.seat = deed.seat
LEFT JOIN game_seats AS source
     ON source.game_id = deed.game_id AND 'seat_' || source.seat = deed.source
LEFT JOIN game_seats AS target
     ON target.game_id = deed.game_id AND 'seat_' || target.seat = deed.target;

CREATE VIEW votes AS
SELECT event.id || '-' || event.seq || '-' || event.number AS vote_id, event.id AS game_id,
       event.id || '-' || (event.body ->> 'seat') AS voter_player_role_id,
       event.id || '-' || (event.body ->> 'target') AS target_player_role_id,
       strftime('%Y-%m-%dT%H:%M:%fZ', event.time_ms / 1000.0, 'unixepoch') AS timestamp
FROM game_events AS event
WHERE event.type = 'vote_cast' AND event.game = 'onenight';
