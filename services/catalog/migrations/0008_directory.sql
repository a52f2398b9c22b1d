-- The directory of companies: whoever has the same name is the same company, with everything it does. Made anew after
-- each change by src/store/derived.rs.
CREATE MATERIALIZED VIEW companies AS
WITH parts AS (
    SELECT name, sort_name, 'issuer' AS role, slug, legal_name, country_id, website, lei, cik, asset_count,
        source, licence, retrieved_on, origin, created_at, updated_at
    FROM issuers
    UNION ALL
    SELECT name, sort_name, 'manager', slug, legal_name, country_id, website, lei, cik, asset_count,
        source, licence, retrieved_on, origin, created_at, updated_at
    FROM managers
    UNION ALL
    SELECT name, sort_name, CASE WHEN is_platform THEN 'platform' ELSE 'protocol' END, slug, NULL, NULL, website, NULL,
        NULL, asset_count, source, licence, retrieved_on, origin, created_at, updated_at
    FROM platforms
    UNION ALL
    SELECT p.name, p.sort_name, role, p.slug, p.legal_name, p.country_id, p.website, p.lei, p.cik, 0,
        p.source, p.licence, p.retrieved_on, p.origin, p.created_at, p.updated_at
    FROM service_providers AS p, unnest(p.roles) AS role
    UNION ALL
    SELECT r.name, r.sort_name, 'regulator', r.slug, NULL, j.country_id, r.website, NULL, NULL, 0,
        r.source, r.licence, r.retrieved_on, r.origin, r.created_at, r.updated_at
    FROM regulators AS r JOIN jurisdictions AS j ON j.id = r.jurisdiction_id
), keyed AS (
    SELECT parts.*, coalesce(
        nullif(left(btrim(regexp_replace(sort_name, '[^a-z0-9]+', '-', 'g'), '-'), 120), ''),
        'company-' || left(md5(sort_name), 12)
    ) COLLATE "C" AS key
    FROM parts
)
SELECT
    -- 48 bits of the name: the same after each refresh, and exact as a number in a browser.
    ('x' || left(md5(key), 12))::bit(48)::bigint AS id,
    key AS slug,
    min(name) AS name,
    min(sort_name) AS sort_name,
    min(legal_name) AS legal_name,
    array_agg(DISTINCT role ORDER BY role) AS roles,
    min(country_id) AS country_id,
    min(website) AS website,
    min(lei) AS lei,
    min(cik) AS cik,
    min(slug) FILTER (WHERE role = 'issuer') AS issuer_slug,
    min(slug) FILTER (WHERE role = 'manager') AS manager_slug,
    min(slug) FILTER (WHERE role IN ('platform', 'protocol')) AS platform_slug,
    min(slug) FILTER (WHERE role NOT IN ('issuer', 'manager', 'platform', 'protocol', 'regulator')) AS service_provider_slug,
    min(slug) FILTER (WHERE role = 'regulator') AS regulator_slug,
    max(asset_count)::bigint AS asset_count,
    string_agg(DISTINCT source, '; ') AS source,
    string_agg(DISTINCT licence, '; ') AS licence,
    max(retrieved_on) AS retrieved_on,
    min(origin) AS origin,
    min(created_at) AS created_at,
    max(updated_at) AS updated_at
FROM keyed
GROUP BY key;

CREATE UNIQUE INDEX companies_id ON companies (id);
CREATE UNIQUE INDEX companies_slug ON companies (slug);
CREATE INDEX companies_name ON companies (sort_name, id);
