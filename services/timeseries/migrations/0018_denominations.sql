-- Whether assets bear a yield and what they are denominated in, by which yields are refused. Empty until the catalog
-- announces the asset again.
ALTER TABLE subjects
    ADD COLUMN is_yield_bearing boolean,
    ADD COLUMN denomination text;
-- Values of one unit in the currency of denomination.
ALTER TABLE measures DROP CONSTRAINT measures_unit_check;
ALTER TABLE measures ADD CONSTRAINT measures_unit_check CHECK (
    unit IN ('usd', 'denomination', 'token', 'count', 'ratio', 'days', 'index', 'per_euro')
);
