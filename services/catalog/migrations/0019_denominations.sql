-- The currency that an asset is denominated in, an ISO 4217 code.
ALTER TABLE assets ADD COLUMN denomination_currency text
    CONSTRAINT assets_denomination_currency_check CHECK (denomination_currency ~ '^[A-Z]{3}$');
-- Values of one unit in that currency.
ALTER TABLE measures DROP CONSTRAINT measures_unit_check;
ALTER TABLE measures ADD CONSTRAINT measures_unit_check CHECK (
    unit IN ('usd', 'denomination', 'token', 'count', 'ratio', 'percentage_points', 'days', 'index', 'per_euro')
);
