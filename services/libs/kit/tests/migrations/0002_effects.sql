-- What the consumer of the tests does.
CREATE TABLE effects (
    event text PRIMARY KEY,
    times bigint NOT NULL
);
