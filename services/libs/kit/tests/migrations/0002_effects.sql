-- Effects of the consumer in the tests.
CREATE TABLE effects (
    event text PRIMARY KEY,
    times bigint NOT NULL
);
