-- Networks that the assets of a platform have tokens on, derived from the tokens as those of assets are.
ALTER TABLE platforms ADD COLUMN token_network_slugs text[] NOT NULL DEFAULT '{}';

-- What src/store/derived.rs keeps up to date from now on.
UPDATE platforms AS t SET token_network_slugs = d.network_slugs
FROM (
    SELECT p.id, array_agg(DISTINCT n.slug ORDER BY n.slug) AS network_slugs
    FROM tokens AS k
    LEFT JOIN assets AS a ON a.id = k.asset_id
    JOIN networks AS n ON n.id = k.network_id
    JOIN platforms AS p ON p.id IN (coalesce(k.platform_id, a.platform_id), a.protocol_id)
    WHERE k.origin <> 'sample' OR p.origin = 'sample'
    GROUP BY p.id
) AS d
WHERE d.id = t.id;
