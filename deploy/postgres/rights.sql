-- The rights of the logins of a service in its database, which bears its name. Runs as superuser after init.sql, can be repeated:
--   psql --username postgres --dbname identity --file rights.sql
SELECT current_database() AS service, current_database() || '_owner' AS owner, current_database() || '_rights' AS rights \gset

-- Hides notices about members that exist already.
SET client_min_messages = warning;

-- In one transaction, as the service may be running.
BEGIN;

-- In earlier releases the tables belonged to the service, and later the rights did, which its other logins had as its members.
REASSIGN OWNED BY :"service" TO :"owner";
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM :"service";
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM :"service";
REVOKE ALL ON SCHEMA public FROM :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public REVOKE ALL ON TABLES FROM :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public REVOKE ALL ON SEQUENCES FROM :"service";
SELECT format('GRANT %I TO %s', :'rights', member::regrole), format('REVOKE %I FROM %s', :'service', member::regrole)
FROM pg_auth_members WHERE roleid = to_regrole(quote_ident(:'service')) \gexec

-- The rights cover the existing tables and those that later migrations make.
GRANT USAGE ON SCHEMA public TO :"rights";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO :"rights";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO :"rights";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"rights";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public GRANT USAGE ON SEQUENCES TO :"rights";

-- Only the owner may change the records of migrations; the migrations revoke these rights on new tables, too.
SELECT format('REVOKE INSERT, UPDATE, DELETE ON %I FROM %I', tablename, :'rights')
FROM pg_tables WHERE schemaname = 'public' AND tablename IN ('_kit_migrations', '_sqlx_migrations') \gexec

-- To tables with this comment the logins only add rows; the migrations revoke these rights on new tables, too.
SELECT format('REVOKE UPDATE, DELETE ON %I FROM %I', relname, :'rights')
FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  AND obj_description(oid, 'pg_class') = 'append-only' \gexec

-- A large object belongs to the login that makes it, so no login may make any.
REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;

COMMIT;
