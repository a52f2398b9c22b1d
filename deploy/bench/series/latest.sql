-- The newest values of twenty series, and those of a week, a month and a quarter before, for pgbench.
\set asset random(0, :assets - 21)
SELECT s.id, u.slug, u.name, newest.date, newest.value, earlier.values
FROM generate_series(:asset::integer, :asset::integer + 19) AS n
JOIN subjects AS u ON u.kind = 'asset' AND u.slug = 'bench-asset-' || n
JOIN series AS s ON s.subject_id = u.id AND s.network_slug = 'bench-network-' || 7 * n % 40
    AND s.measure_slug = 'circulating_market_value_dollar'
CROSS JOIN LATERAL (
    SELECT o.date, o.value FROM observations AS o WHERE o.series_id = s.id ORDER BY o.date DESC, o.known_at DESC LIMIT 1
) AS newest
CROSS JOIN LATERAL (
    SELECT array_agg(o.value ORDER BY o.date) AS values FROM observations AS o
    WHERE o.series_id = s.id AND o.date IN (newest.date - 7, newest.date - 30, newest.date - 90)
) AS earlier;
