-- A page of transfers, the newest first, for pgbench.
\set page random(0, 19) * 50
SELECT t.id, t.happened_at, t.kind, u.slug, u.name, u.asset_slug, a.name, u.network_slug, a.platform_slug, a.asset_class_slug,
    t.block_number, t.transaction_hash, t.log_index, t.from_address, t.to_address, t.amount_raw::text, t.amount, t.value_dollar,
    u.is_sample
FROM transfers AS t
JOIN subjects AS u ON u.id = t.token_id
LEFT JOIN subjects AS a ON a.kind = 'asset' AND a.slug = u.asset_slug
ORDER BY t.happened_at DESC, t.id DESC
LIMIT 51 OFFSET :page;
