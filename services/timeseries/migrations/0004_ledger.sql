-- What happened to units of tokens, and who held most of them.

CREATE TABLE transfers (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT transfers_pkey PRIMARY KEY,
    token_id bigint NOT NULL CONSTRAINT transfers_token_id_fkey REFERENCES subjects,
    load_id bigint NOT NULL,
    happened_at timestamptz NOT NULL,
    block_number bigint NOT NULL,
    transaction_hash text COLLATE "C" NOT NULL,
    -- The place within the transaction or, where that is all that is known, within the day.
    log_index integer NOT NULL,
    kind text COLLATE "C" NOT NULL,
    -- Empty where units came into being.
    from_address text COLLATE "C",
    -- Empty where they ceased to be.
    to_address text COLLATE "C",
    amount_raw numeric(78, 0) NOT NULL,
    amount double precision NOT NULL,
    -- At the net asset value in force, else at the price; null where neither was known.
    value_dollar double precision,
    CONSTRAINT transfers_place_key UNIQUE (token_id, transaction_hash, log_index),
    CONSTRAINT transfers_kind_check
        CHECK (kind IN ('mint', 'burn', 'transfer', 'bridge_in', 'bridge_out', 'forced', 'lock')),
    CONSTRAINT transfers_amount_raw_check CHECK (amount_raw >= 0)
);
CREATE INDEX transfers_happened_at ON transfers (happened_at, id);
CREATE INDEX transfers_token ON transfers (token_id, happened_at, id);

CREATE TABLE holders (
    token_id bigint NOT NULL CONSTRAINT holders_token_id_fkey REFERENCES subjects,
    date date NOT NULL,
    rank integer NOT NULL,
    load_id bigint NOT NULL,
    address text COLLATE "C" NOT NULL,
    -- Whether it is the issuer's own: what it holds does not circulate.
    is_issuer boolean NOT NULL,
    balance_raw numeric(78, 0) NOT NULL,
    balance double precision NOT NULL,
    -- Of all that there was on the day.
    share double precision NOT NULL,
    value_dollar double precision,
    CONSTRAINT holders_pkey PRIMARY KEY (token_id, date, rank),
    CONSTRAINT holders_rank_check CHECK (rank BETWEEN 1 AND 1000)
);

-- Loads follow one another, and so do their rows: ranges of pages are found as well as rows, at a hundredth of the size.
DROP INDEX observations_load;
CREATE INDEX observations_load ON observations USING brin (load_id) WITH (autosummarize = on);
