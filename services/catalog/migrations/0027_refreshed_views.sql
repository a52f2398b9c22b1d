-- Only its owner may refresh a view. The service is another role than the owner, and refreshes by this function, which has the
-- rights of the owner.
CREATE FUNCTION refresh_view(view regclass) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    EXECUTE format('REFRESH MATERIALIZED VIEW %s', view);
END $$;
