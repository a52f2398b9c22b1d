-- How often each table changed: the service compares it with what it holds in memory. A transaction that changes a table
-- holds its row until it ends; writers of the catalog wait for each other anyway (src/import).
CREATE TABLE table_versions (
    table_name text NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    CONSTRAINT table_versions_pkey PRIMARY KEY (table_name)
);

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE table_versions SET version = version + 1 WHERE table_name = TG_TABLE_NAME;
    RETURN NULL;
END
$$;

-- A table that comes later is added in the same way by its own migration.
CREATE PROCEDURE note_changes_of(kept text) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO table_versions (table_name) VALUES (kept);
    EXECUTE format(
        'CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
         FOR EACH STATEMENT EXECUTE FUNCTION note_change()',
        kept
    );
END
$$;

CALL note_changes_of('networks');
CALL note_changes_of('asset_classes');
CALL note_changes_of('taxonomies');
CALL note_changes_of('taxonomy_entries');
CALL note_changes_of('measures');
CALL note_changes_of('sectors');
CALL note_changes_of('countries');
CALL note_changes_of('jurisdictions');
CALL note_changes_of('regulators');
CALL note_changes_of('jurisdiction_rules');
CALL note_changes_of('jurisdiction_events');
CALL note_changes_of('issuers');
CALL note_changes_of('managers');
CALL note_changes_of('platforms');
CALL note_changes_of('service_providers');
CALL note_changes_of('assets');
CALL note_changes_of('asset_providers');
CALL note_changes_of('tokens');
CALL note_changes_of('properties');
CALL note_changes_of('supply_adjustments');
CALL note_changes_of('pools');
CALL note_changes_of('investments');
CALL note_changes_of('loans');
CALL note_changes_of('loan_payments');
CALL note_changes_of('loan_status_changes');
CALL note_changes_of('data_partners');
CALL note_changes_of('feeds');
CALL note_changes_of('articles');
CALL note_changes_of('citations');

-- A materialized view has no triggers: src/store/derived.rs notes that it was made anew.
INSERT INTO table_versions (table_name) VALUES ('companies');
