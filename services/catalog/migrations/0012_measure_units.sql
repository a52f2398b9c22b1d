-- Benchmarks are told as indices and as rates of exchange too.
ALTER TABLE measures DROP CONSTRAINT measures_unit_check;
ALTER TABLE measures ADD CONSTRAINT measures_unit_check CHECK (
    unit IN ('usd', 'token', 'count', 'ratio', 'days', 'index', 'per_euro'));

-- Below are those that come with the program.
ALTER TABLE measures ALTER COLUMN id RESTART WITH 100000;
