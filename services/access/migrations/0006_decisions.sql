-- The reports of gateways that were applied lately: one that arrives again changes nothing.
CREATE TABLE applied_reports (
    id uuid PRIMARY KEY,
    applied_at timestamptz NOT NULL
);

CREATE INDEX applied_reports_applied_at ON applied_reports (applied_at);

-- The decisions on calls by holders of a role, and on calls that a policy or an assignment is about, on a day in UTC.
CREATE TABLE decision_counts (
    record_id uuid NOT NULL,
    day date NOT NULL,
    endpoint text COLLATE "C" NOT NULL,
    action text COLLATE "C" NOT NULL,
    allowed bigint NOT NULL,
    narrowed bigint NOT NULL,
    refused bigint NOT NULL,
    CONSTRAINT decision_counts_pkey PRIMARY KEY (record_id, day, endpoint, action),
    CONSTRAINT decision_counts_positive CHECK (allowed >= 0 AND narrowed >= 0 AND refused >= 0)
);

CREATE INDEX decision_counts_day ON decision_counts (day);

-- The decisions that gateways could not report.
CREATE TABLE lost_decisions (
    day date PRIMARY KEY,
    decisions bigint NOT NULL
);

-- Calls of the last 24 hours: all that were refused, and one in a hundred of the others. Equal ones of a caller in a minute are
-- one row for each report.
CREATE TABLE decided_calls (
    id uuid PRIMARY KEY,
    minute_at timestamptz NOT NULL,
    -- None of them is a visitor who is not signed in.
    user_id uuid,
    organization_id uuid,
    key_id text COLLATE "C",
    -- [{"action": "list", "endpoint": "assets"}]
    needs jsonb NOT NULL,
    can_be_narrowed boolean NOT NULL,
    export_format text COLLATE "C",
    outcome text COLLATE "C" NOT NULL
        CONSTRAINT decided_calls_outcome_known CHECK (outcome IN ('allowed', 'narrowed', 'refused')),
    refusal text COLLATE "C",
    calls bigint NOT NULL CONSTRAINT decided_calls_calls_positive CHECK (calls > 0),
    -- Whether they are in the audit history.
    is_audited boolean NOT NULL DEFAULT false,
    CONSTRAINT decided_calls_refusal CHECK ((outcome = 'refused') = (refusal IS NOT NULL))
);

CREATE INDEX decided_calls_minute_at ON decided_calls (minute_at);
CREATE INDEX decided_calls_unaudited ON decided_calls (minute_at) WHERE NOT is_audited;
CREATE INDEX decided_calls_user_id ON decided_calls (user_id) WHERE user_id IS NOT NULL;

-- When the hash of a day was published: no entry is added to it any more. And when its entries were removed, 400 days later; the
-- next day is checked from its hash on.
ALTER TABLE audit_days ADD COLUMN announced_at timestamptz;
ALTER TABLE audit_days ADD COLUMN removed_at timestamptz;

DROP TRIGGER audit_entries_stay ON audit_entries;
CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_stay BEFORE DELETE ON audit_entries
    FOR EACH ROW WHEN (OLD.day >= current_date - 400) EXECUTE FUNCTION refuse_change();

-- The one way in which the logins of the service remove entries: a whole day, 400 days old, the oldest first.
CREATE FUNCTION remove_audit_day(oldest date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF oldest >= current_date - 400 THEN
        RAISE EXCEPTION 'days of the audit history are kept for 400 days';
    END IF;
    IF EXISTS (SELECT FROM audit_days WHERE day < oldest AND removed_at IS NULL) THEN
        RAISE EXCEPTION 'days of the audit history are removed in their order';
    END IF;
    UPDATE audit_days SET removed_at = now() WHERE day = oldest AND announced_at IS NOT NULL AND removed_at IS NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a day of the audit history is removed once, after its hash was published';
    END IF;
    DELETE FROM audit_persons WHERE entry_id IN (SELECT id FROM audit_entries WHERE day = oldest);
    DELETE FROM audit_entries WHERE day = oldest;
END
$$;
