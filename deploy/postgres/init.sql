-- Creates a role and a database for each service that has one. Runs as superuser and can be repeated: existing ones are
-- kept, passwords are replaced. The environment variable DATABASES lists them as name:password, separated by blanks:
--   DATABASES="identity:… profiles:…" psql --username postgres --file init.sql
\getenv databases DATABASES

CREATE TEMPORARY TABLE service AS
SELECT split_part(item, ':', 1) AS name, substr(item, strpos(item, ':') + 1) AS password
FROM regexp_split_to_table(btrim(:'databases', E' \n'), '\s+') AS item
WHERE item LIKE '_%:_%';

SELECT format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', name)
FROM service WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

SELECT format('ALTER ROLE %I PASSWORD %L', name, password) FROM service \gexec

SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' TEMPLATE template0', name, name)
FROM service WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = name) \gexec

-- A service cannot read another service's data.
SELECT format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', name) FROM service \gexec

DROP TABLE service;
