-- Few values are withheld: what a load is compared with finds them without reading all others.
CREATE INDEX observations_withheld ON observations (series_id, date) WHERE reason IS NOT NULL;
