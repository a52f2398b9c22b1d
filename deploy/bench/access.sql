-- Gives the fictional assets of series.sql the classes of the catalog, by which keys and policies select: :classes are eight slugs,
-- separated by commas.
UPDATE subjects
SET asset_class_slug = (string_to_array(:'classes', ','))[1 + split_part(asset_class_slug, '-', 3)::integer]
WHERE asset_class_slug LIKE 'bench-class-%';
ANALYZE subjects;
