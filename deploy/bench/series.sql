-- Numbers of :assets fictional assets with :tokens tokens on forty networks, a value for every day from a token's launch to the
-- end of 2025, in place of all data in the database of the bench. They contain no randomness and are the same every time.
TRUNCATE subjects, series, loads, observations, restatements, transfers, holders, series_loads, dataset_files, dataset_parts,
    dataset_manifests RESTART IDENTITY CASCADE;
SET maintenance_work_mem = '512MB';
SET work_mem = '64MB';

INSERT INTO subjects (kind, slug, name, is_sample, asset_class_slug, issuer_slug, platform_slug, country_code)
SELECT 'asset', 'bench-asset-' || n, format('Asset %s (sample)', n), true, 'bench-class-' || n % 8, 'bench-issuer-' || n % 200,
    'bench-platform-' || n % 60, 'CH'
FROM generate_series(0, :assets - 1) AS n;
INSERT INTO subjects (kind, slug, name, is_sample, asset_slug, network_slug, asset_class_slug)
SELECT 'token', 'bench-token-' || n, format('Token %s (sample)', n), true, 'bench-asset-' || n % :assets,
    'bench-network-' || (7 * n + 13 * (n / :assets)) % 40, 'bench-class-' || n % :assets % 8
FROM generate_series(0, :tokens - 1) AS n;

-- Each token has a series of the market value on its network, and about one in four of the other measures.
INSERT INTO series (subject_id, network_slug, measure_slug, source, carry_days)
SELECT u.id, 'bench-network-' || (7 * n + 13 * (n / :assets)) % 40, m.slug, 'bench', 7
FROM generate_series(0, :tokens - 1) AS n
JOIN subjects AS u ON u.kind = 'asset' AND u.slug = 'bench-asset-' || n % :assets
JOIN measures AS m ON m.id = 62 OR m.id IN (
    1, 2, 3, 6, 8, 10, 13, 14, 15, 16, 17, 18, 19, 20, 21, 39, 40, 42, 43, 46, 63, 70, 71, 1001
) AND (n * 7919 + m.id * 104729) % 1000 < 270
ORDER BY n, m.id;

INSERT INTO loads (file, source, licence, retrieved_on, hash, method_version, is_sample, known_at, accepted, withheld,
    withheld_reasons, withheld_counts, restated, unchanged, series_count)
SELECT 'bench.csv', 'bench', 'CC0-1.0', '2026-01-01', 'bench', '1', true, '2026-01-01', 0, 0, '{}', '{}', 0, 0, count(*)
FROM series;
INSERT INTO series_loads SELECT id, 1, '2026-01-01' FROM series;

-- Written as fast as the disk allows: reproducible data needs no write-ahead log, and the index is built at once.
ALTER TABLE observations SET UNLOGGED;
ALTER TABLE observations DROP CONSTRAINT observations_pkey;
INSERT INTO observations (series_id, load_id, known_at, value, date)
SELECT s.id, 1, '2026-01-01',
    -- Two decimals; on three days of ten nothing changes.
    round((1000 + s.id % 977) * 1000 * exp(0.0007 * moved) * (1 + 0.05 * sin(moved / 30.0 + s.id))) / 100,
    date '2022-01-01' + day
FROM (SELECT id, id * 37 % 1110 AS launch FROM series ORDER BY id) AS s
CROSS JOIN LATERAL generate_series(s.launch::integer, 1460) AS day
CROSS JOIN LATERAL (SELECT day - CASE WHEN day % 10 IN (3, 5, 7) THEN 1 ELSE 0 END AS moved) AS still;
ALTER TABLE observations ADD CONSTRAINT observations_pkey PRIMARY KEY (series_id, date, known_at);
UPDATE loads SET accepted = (SELECT count(*) FROM observations);

INSERT INTO transfers (token_id, load_id, happened_at, block_number, transaction_hash, log_index, kind, from_address, to_address,
    amount_raw, amount, value_dollar)
SELECT t.first + n % :tokens, 1, timestamptz '2025-12-31' - n * interval '97 seconds', 1000000000 - n, 'bench-' || n, 0,
    (ARRAY['transfer', 'transfer', 'transfer', 'mint', 'burn'])[1 + n % 5], 'bench-from-' || n % 977, 'bench-to-' || n % 991,
    n::numeric % 100000 * 1000000, n % 100000, n % 100000 * 1.01
FROM (SELECT min(id) AS first FROM subjects WHERE kind = 'token') AS t
CROSS JOIN generate_series(0, 299999) AS n;

-- Marks the datasets of the loads as written, because writing them is not measured.
INSERT INTO dataset_manifests (load_id, load_count, made_at, manifest, signature, public_key, file_ids)
VALUES (1, 1, '2026-01-01', '{"madeAt": 0, "loadId": "1", "files": []}', '', '', '{}');
ANALYZE;

-- The numbers of all series and points, the number of points of the market value, and their sum.
SELECT (SELECT count(*) FROM series), (SELECT accepted FROM loads), count(*), sum(o.value)
FROM series AS s
JOIN observations AS o ON o.series_id = s.id
WHERE s.measure_slug = 'circulating_market_value_dollar';
