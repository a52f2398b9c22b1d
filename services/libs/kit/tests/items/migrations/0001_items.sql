-- A table with a column of every type that the query grammar knows.

CREATE TABLE items (
    id bigint PRIMARY KEY,
    slug text COLLATE "C" NOT NULL,
    name text COLLATE "C",
    rank integer NOT NULL,
    price numeric,
    ratio double precision,
    live boolean,
    day date,
    seen_at timestamptz,
    status text COLLATE "C",
    tags text[] COLLATE "C" NOT NULL,
    members bigint[],
    code uuid NOT NULL,
    CONSTRAINT items_slug_key UNIQUE (slug)
);

CREATE INDEX items_rank ON items (rank, id);
CREATE INDEX items_price_up ON items (price, id);
CREATE INDEX items_price_down ON items (price DESC NULLS LAST, id DESC);
