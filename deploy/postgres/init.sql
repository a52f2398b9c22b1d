-- A role and a database per service. Runs as superuser, once or again: what exists stays, passwords are set anew.
-- Passwords come from the environment. A new service adds its two lines.
\getenv identity IDENTITY_DATABASE_PASSWORD
\getenv profiles PROFILES_DATABASE_PASSWORD
\getenv catalog CATALOG_DATABASE_PASSWORD
\getenv timeseries TIMESERIES_DATABASE_PASSWORD

CREATE TEMPORARY TABLE service (name text, password text);
INSERT INTO service VALUES
  ('identity', :'identity'),
  ('profiles', :'profiles'),
  ('catalog', :'catalog'),
  ('timeseries', :'timeseries');

SELECT format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', name)
FROM service WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

SELECT format('ALTER ROLE %I PASSWORD %L', name, password) FROM service \gexec

-- A session that forgot its transaction must not hold locks for ever.
SELECT format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', name, '30s') FROM service \gexec

SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' TEMPLATE template0', name, name)
FROM service WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = name) \gexec

-- One service cannot read another's data.
SELECT format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', name) FROM service \gexec

DROP TABLE service;
