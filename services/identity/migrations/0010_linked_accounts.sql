-- Users see their linked accounts, each with the address that the provider named, and remove one by its id. Both columns
-- fit both versions of the service.
ALTER TABLE accounts
    ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN email text,
    ADD CONSTRAINT accounts_id_key UNIQUE (id);
