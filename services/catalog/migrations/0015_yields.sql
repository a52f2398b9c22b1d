-- Simple annual rates are yields; they were listed as APYs, which compound.
UPDATE measures SET slug = 'yield_7d', key = 'Yield7d' WHERE slug = 'apy_7d';
UPDATE measures SET slug = 'yield_30d', key = 'Yield30d' WHERE slug = 'apy_30d';
