-- The rights of the role of a service in its database, which bears its name. Runs as superuser after init.sql, can be repeated:
--   psql --username postgres --dbname identity --file rights.sql
SELECT current_database() AS service, current_database() || '_owner' AS owner \gset

-- At once, as the service may be running.
BEGIN;

-- In earlier releases the tables belonged to the service.
REASSIGN OWNED BY :"service" TO :"owner";

-- Of the tables that are there, and of those that later migrations make.
GRANT USAGE ON SCHEMA public TO :"service";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO :"service";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public GRANT USAGE ON SEQUENCES TO :"service";

COMMIT;
