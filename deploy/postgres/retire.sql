-- Ends the access of former logins of the server. Runs as superuser, in two steps:
--   ROLES="identity profiles_next" psql --username postgres --set step=refuse --file retire.sql    refuses new sessions
--   ROLES="identity profiles_next" psql --username postgres --set step=end --file retire.sql       ends their sessions
-- Between the two, programs finish their work in sessions of these logins. Such a session can still set its own password, without
-- effect: only init.sql makes the role a login again, with another password.
\getenv roles ROLES
CREATE TEMPORARY TABLE retired AS
SELECT rolname AS role FROM pg_roles WHERE rolname = ANY (regexp_split_to_array(:'roles', '\s+')) AND NOT rolsuper;

SELECT format('ALTER ROLE %I NOLOGIN PASSWORD NULL', role) FROM retired \gexec

SELECT :'step' = 'end' AS is_end \gset
\if :is_end
  -- Long transactions, such as imports, have a minute to end.
  DO $$
  BEGIN
    FOR second IN 1..60 LOOP
      EXIT WHEN NOT EXISTS (SELECT FROM pg_stat_activity JOIN retired ON usename = role WHERE state <> 'idle');
      PERFORM pg_sleep(1);
      PERFORM pg_stat_clear_snapshot();
    END LOOP;
  END $$;
  -- Each has ten seconds to end.
  SELECT count(pg_terminate_backend(pid, 10000)) AS ended FROM pg_stat_activity JOIN retired ON usename = role \gset
  SELECT count(*) > 0 AS is_left FROM pg_stat_activity JOIN retired ON usename = role \gset
  \if :is_left
    DO $$ BEGIN RAISE EXCEPTION 'sessions of former logins do not end'; END $$;
  \endif
\endif

DROP TABLE retired;
