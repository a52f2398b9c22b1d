-- Transfers and balances become known as values do, which is not always when they are loaded; empty where it is.
ALTER TABLE transfers ADD COLUMN known_at timestamptz;
ALTER TABLE holders ADD COLUMN known_at timestamptz;

-- What is fictional became known when its day was over.
UPDATE transfers AS t SET known_at = date_trunc('day', t.happened_at, 'UTC') + interval '24 hours'
FROM subjects AS u WHERE u.id = t.token_id AND u.is_sample;
UPDATE holders AS h SET known_at = (h.date + 1)::timestamp AT TIME ZONE 'UTC'
FROM subjects AS u WHERE u.id = h.token_id AND u.is_sample;
