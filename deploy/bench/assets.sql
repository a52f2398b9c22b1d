-- The cost of a page of assets for the database alone, for pgbench: a class, by name, one of the first pages.
\set class random(0, 11)
\set page random(0, 3) * 50
SELECT t.*, asset_class.slug, asset_class.name, sector.slug, sector.name, issuer.slug, issuer.name, manager.slug, manager.name,
    platform.slug, platform.name, protocol.slug, protocol.name, country.code, country.name
FROM assets AS t
LEFT JOIN asset_classes AS asset_class ON asset_class.id = t.asset_class_id
LEFT JOIN sectors AS sector ON sector.id = t.sector_id
LEFT JOIN issuers AS issuer ON issuer.id = t.issuer_id
LEFT JOIN managers AS manager ON manager.id = t.manager_id
LEFT JOIN platforms AS platform ON platform.id = t.platform_id
LEFT JOIN platforms AS protocol ON protocol.id = t.protocol_id
LEFT JOIN countries AS country ON country.id = t.country_id
WHERE t.asset_class_id = (SELECT id FROM asset_classes ORDER BY asset_count DESC, id OFFSET :class LIMIT 1)
ORDER BY t.sort_name COLLATE "C", t.id
LIMIT 51 OFFSET :page;
