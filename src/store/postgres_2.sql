-- PostgreSQL, schema version 2: several servers on one database, each room owned by one of them.

-- A server that serves. `epoch` grows whenever somebody joins under the name or takes over from it, and fences
-- whoever still writes with the former one. The lease is over after `until`, by the database's clock.
CREATE TABLE nodes (
    node    text PRIMARY KEY,
    epoch   int8 NOT NULL,
    until   timestamptz NOT NULL,
    seen_ms int8 NOT NULL, -- by the server's clock: clocks of its rooms are credited from there
    route   text NOT NULL
);

-- due_ms: the room wants a server then, though nobody may be connected; may be earlier than needed. 0: never.
ALTER TABLE rooms ADD COLUMN owner text;
ALTER TABLE rooms ADD COLUMN due_ms int8 NOT NULL DEFAULT 0;
CREATE INDEX rooms_by_owner ON rooms (owner) WHERE owner IS NOT NULL;
CREATE INDEX rooms_by_due ON rooms (due_ms) WHERE due_ms <> 0;
