-- kit::imports keeps what an import was begun with as one value; replicas of an earlier version still write any_subject.

ALTER TABLE imports ALTER COLUMN any_subject SET DEFAULT false;
ALTER TABLE imports ADD COLUMN request jsonb NOT NULL DEFAULT '{}';
