-- Events leave through outbox in the transaction of the change; kit::outbox relays them, kit::inbox keeps a
-- consumer from applying one twice. Every service with a database has these tables, made before its own.
-- IF NOT EXISTS: a database from the time when each service had a copy of this migration has them already.

CREATE TABLE IF NOT EXISTS outbox (
    id uuid PRIMARY KEY,
    -- Commits become visible out of order; below the oldest running transaction the order is final.
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    seq bigint GENERATED ALWAYS AS IDENTITY,
    stream text NOT NULL,
    subject text NOT NULL,
    headers jsonb NOT NULL,
    payload bytea NOT NULL,
    aggregate text NOT NULL,
    aggregate_version bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    published_at timestamptz,
    stream_seq bigint,
    relay_epoch bigint,
    CONSTRAINT outbox_aggregate_version_key UNIQUE (aggregate, aggregate_version)
);

CREATE INDEX IF NOT EXISTS outbox_pending ON outbox (xid, seq) WHERE published_at IS NULL;
CREATE INDEX IF NOT EXISTS outbox_acknowledged ON outbox (stream, stream_seq) WHERE published_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS outbox_expiring ON outbox (published_at) WHERE published_at IS NOT NULL;

-- The last version given to an aggregate; its row lock makes versions follow the order of commits.
CREATE TABLE IF NOT EXISTS outbox_aggregates (
    aggregate text PRIMARY KEY,
    version bigint NOT NULL
);

-- The incarnation of each stream that the acknowledgements in outbox belong to.
CREATE TABLE IF NOT EXISTS outbox_streams (
    stream text PRIMARY KEY,
    created text NOT NULL
);

CREATE TABLE IF NOT EXISTS inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    stream_seq bigint,
    handled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (consumer, event_id)
);

CREATE INDEX IF NOT EXISTS inbox_position ON inbox (consumer, stream_seq) WHERE stream_seq IS NOT NULL;
CREATE INDEX IF NOT EXISTS inbox_expiring ON inbox (handled_at);

-- The highest version of an aggregate that a consumer has applied.
CREATE TABLE IF NOT EXISTS inbox_aggregates (
    consumer text NOT NULL,
    aggregate text NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (consumer, aggregate)
);

-- One holder at a time; what it writes is fenced by the epoch.
CREATE TABLE IF NOT EXISTS lease (
    name text PRIMARY KEY,
    holder uuid NOT NULL,
    epoch bigint NOT NULL,
    expires_at timestamptz NOT NULL
);
