-- Copies of the sample universe until there are :assets assets and :tokens tokens: fictional like what they are copied from,
-- and marked so.
WITH one AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM assets WHERE slug !~ '-copy-' AND origin = 'sample'
), there AS (
    SELECT count(*) AS assets, max(id) AS last FROM assets
)
INSERT INTO assets
SELECT r.*
FROM there
CROSS JOIN generate_series(1, :assets - there.assets) AS n
JOIN one ON one.place = n % (SELECT count(*) FROM one)
CROSS JOIN LATERAL jsonb_populate_record(NULL::assets, to_jsonb(one) || jsonb_build_object(
    'id', there.last + n, 'slug', one.slug || '-copy-' || there.last + n,
    'name', replace(one.name, ' (sample)', format(' %s (sample)', there.last + n)),
    'sort_name', replace(one.sort_name, ' (sample)', format(' %s (sample)', there.last + n)),
    -- Every record changed at a time of its own, a fee is one of many.
    'updated_at', one.updated_at + n * interval '1 second', 'management_fee_bps', (n * 7919) % 250,
    'token_count', (n * 104729) % 9
)) AS r;

WITH one AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, *
    FROM tokens WHERE slug !~ '-copy-' AND origin = 'sample'
), there AS (
    SELECT count(*) AS tokens, max(id) AS last FROM tokens
), assets_there AS (
    SELECT array_agg(id ORDER BY id) AS ids FROM assets WHERE origin = 'sample'
)
INSERT INTO tokens
SELECT r.*
FROM there
CROSS JOIN assets_there AS a
CROSS JOIN generate_series(1, :tokens - there.tokens) AS n
JOIN one ON one.place = n % (SELECT count(*) FROM one)
CROSS JOIN LATERAL jsonb_populate_record(NULL::tokens, to_jsonb(one) || jsonb_build_object(
    'id', there.last + n, 'slug', one.slug || '-copy-' || there.last + n, 'address', 'copy-' || there.last + n,
    'name', replace(one.name, ' (sample)', format(' %s (sample)', there.last + n)),
    'sort_name', replace(one.sort_name, ' (sample)', format(' %s (sample)', there.last + n)),
    'asset_id', a.ids[1 + (n * 7919) % cardinality(a.ids)]
)) AS r;

ANALYZE assets, tokens;
