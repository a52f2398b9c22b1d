-- Four years of one series, for pgbench.
\set asset random(0, :assets - 1)
\set network 7 * :asset % 40
SELECT o.date, o.value
FROM subjects AS u
JOIN series AS s ON s.subject_id = u.id
JOIN observations AS o ON o.series_id = s.id
WHERE u.kind = 'asset' AND u.slug = 'bench-asset-' || :asset AND s.network_slug = 'bench-network-' || :network
    AND s.measure_slug = 'circulating_market_value_dollar' AND o.date BETWEEN '2022-01-01' AND '2025-12-31'
ORDER BY o.date;
