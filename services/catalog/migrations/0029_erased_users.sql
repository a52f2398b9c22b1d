-- The ids of users who were erased, so that a later change of a record does not name them again.
CREATE TABLE erased_users (
    user_id text CONSTRAINT erased_users_pkey PRIMARY KEY
);

-- An erasure and an export read the changes of one user.
CREATE INDEX record_changes_changed_by ON record_changes (changed_by);
