-- What the catalog said of the classes of assets: a row for each change, so that earlier states are answered with the class
-- that was known then and valid on their day. A change to the class that the asset has corrects the day of the last one.
CREATE TABLE class_changes (
    asset_slug text COLLATE "C" NOT NULL,
    -- When the catalog said so.
    known_at timestamptz NOT NULL,
    -- The day from which the class is valid.
    valid_from date NOT NULL,
    asset_class_slug text NOT NULL,
    -- The class that the asset had when this became known.
    earlier_class_slug text NOT NULL,
    CONSTRAINT class_changes_pkey PRIMARY KEY (asset_slug, known_at)
);

-- Only the days of earlier changes were stored; answers took them for the instants at which these became known.
INSERT INTO class_changes (asset_slug, known_at, valid_from, asset_class_slug, earlier_class_slug)
SELECT f.asset_slug, f.until::timestamp AT TIME ZONE 'UTC', f.until,
    coalesce(lead(f.asset_class_slug) OVER (PARTITION BY f.asset_slug ORDER BY f.until), s.asset_class_slug),
    f.asset_class_slug
FROM former_classes AS f JOIN subjects AS s ON s.kind = 'asset' AND s.slug = f.asset_slug
WHERE s.asset_class_slug IS NOT NULL;

DROP TABLE former_classes;
