-- The unit of changes of a share.
ALTER TABLE measures DROP CONSTRAINT measures_unit_check;
ALTER TABLE measures ADD CONSTRAINT measures_unit_check CHECK (
    unit IN ('usd', 'token', 'count', 'ratio', 'percentage_points', 'days', 'index', 'per_euro')
);
