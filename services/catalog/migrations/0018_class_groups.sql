-- The group of a class in the classification in use, derived from its entries, and the day of each asset's class.
ALTER TABLE asset_classes
    ADD COLUMN class_group text,
    ADD COLUMN is_in_totals boolean NOT NULL DEFAULT true;
ALTER TABLE assets ADD COLUMN classified_on date;

UPDATE asset_classes AS c SET class_group = e.group_slug, is_in_totals = e.is_in_totals
FROM taxonomy_entries AS e
JOIN taxonomies AS x ON x.id = e.taxonomy_id AND x.is_current
WHERE e.asset_class_id = c.id;
