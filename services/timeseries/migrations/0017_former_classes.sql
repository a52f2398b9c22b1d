-- The asset classes that assets had before, each with the day from which the next one counts. Earlier states are answered
-- with the class of their time.
CREATE TABLE former_classes (
    asset_slug text COLLATE "C" NOT NULL,
    until date NOT NULL,
    asset_class_slug text NOT NULL,
    CONSTRAINT former_classes_pkey PRIMARY KEY (asset_slug, until)
);
