-- The market value of everything by network, day by day over four years, for pgbench.
SELECT s.network_slug, o.date, sum(o.value), count(o.value)
FROM series AS s
JOIN subjects AS u ON u.id = s.subject_id
JOIN observations AS o ON o.series_id = s.id
WHERE s.measure_slug = 'circulating_market_value_dollar' AND o.date BETWEEN '2022-01-01' AND '2025-12-31'
GROUP BY 1, 2
ORDER BY 1, 2;
