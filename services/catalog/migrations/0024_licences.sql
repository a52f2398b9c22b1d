-- What the licence of a record allows: who may see it, and whether it may be in files.

ALTER TABLE articles
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT articles_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE asset_providers
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT asset_providers_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE bridges
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT bridges_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE citations
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT citations_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE compliance_events
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT compliance_events_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE jurisdiction_events
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT jurisdiction_events_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE properties
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT properties_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE reserve_reports
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT reserve_reports_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;

ALTER TABLE supply_adjustments
    ADD COLUMN visible_to text NOT NULL DEFAULT 'everybody'
        CONSTRAINT supply_adjustments_visible_to_check CHECK (visible_to IN ('everybody', 'members', 'administrators', 'nobody')),
    ADD COLUMN is_redistributable boolean NOT NULL DEFAULT true;
