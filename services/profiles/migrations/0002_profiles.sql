-- What users told about themselves. Enumerations are kept as their numbers in profiles.proto; 0 is unset.
CREATE TABLE profiles (
    user_id uuid PRIMARY KEY,
    occupation smallint NOT NULL DEFAULT 0,
    acquisition_channel smallint NOT NULL DEFAULT 0,
    asset_class_interests smallint[] NOT NULL DEFAULT '{}',
    should_receive_marketing boolean NOT NULL DEFAULT false,
    dark_mode boolean NOT NULL DEFAULT false,
    -- When occupation and acquisition channel were both set for the first time.
    onboarded_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT profiles_occupation_check CHECK (occupation >= 0),
    CONSTRAINT profiles_acquisition_channel_check CHECK (acquisition_channel >= 0),
    CONSTRAINT profiles_asset_class_interests_check CHECK (cardinality(asset_class_interests) <= 5)
);
