-- Creates the roles and the database of each service that has one. Runs as superuser and can be repeated: what exists is kept,
-- passwords are replaced. The environment variable DATABASES lists logins as database:role:password, separated by blanks:
--   DATABASES="identity:identity_owner:… identity:identity:…" psql --username postgres --file init.sql
-- The owner, <database>_owner, makes the tables; <database>_rights, which has no login, may read and write them, and every other
-- login of a database has its rights. After this, rights.sql runs in each database. A login that was retired (retire.sql) is one again
-- when it is listed.
\getenv databases DATABASES
SET client_min_messages = warning;

CREATE TEMPORARY TABLE login AS
SELECT split_part(item, ':', 1) AS database, split_part(item, ':', 2) AS role, split_part(item, ':', 3) AS password
FROM regexp_split_to_table(btrim(:'databases', E' \n'), '\s+') AS item
WHERE item LIKE '_%:_%:_%';

CREATE TEMPORARY TABLE service AS
SELECT DISTINCT database AS name, database || '_owner' AS owner, database || '_rights' AS rights FROM login;

SELECT format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', role)
FROM (SELECT role FROM login UNION SELECT unnest(ARRAY[name, owner, rights]) FROM service) AS wanted
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) \gexec

SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', role, password) FROM login \gexec

-- Logins are members of the role with the rights, never of each other: a member could set the password of the other login.
SELECT format('GRANT %I TO %I', rights, role)
FROM service JOIN login ON database = name WHERE role <> owner \gexec

SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' TEMPLATE template0', name, owner)
FROM service WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = name) \gexec

-- A service cannot read another service's data, and makes nothing in its own but temporary tables.
SELECT format('ALTER DATABASE %I OWNER TO %I', name, owner) FROM service \gexec
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', name) FROM service \gexec
SELECT format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', name, rights) FROM service \gexec
-- A service cannot log in to other databases either. Grant CONNECT to other logins of the server that need them.
SELECT format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', datname)
FROM pg_database WHERE datname IN ('postgres', 'template1') \gexec

DROP TABLE service, login;
