-- What the answer to a call has for callers with a part of the data, so that simulations decide as the gateway does. Calls that
-- were reported before do not say it and leave the simulations; those that are not in the audit history yet stay for it.
DELETE FROM decided_calls WHERE is_audited;
ALTER TABLE decided_calls
    ADD COLUMN narrowed_answers text COLLATE "C" NOT NULL DEFAULT 'none'
        CONSTRAINT decided_calls_narrowed_answers_known CHECK (narrowed_answers IN ('none', 'numbers', 'records', 'data_sets')),
    -- Written by the version before alone, which runs until its replicas are replaced.
    ALTER COLUMN can_be_narrowed SET DEFAULT false;
