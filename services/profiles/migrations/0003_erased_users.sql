-- The row of an erased user stays without any value, so that no earlier event and no late save brings the profile back.
ALTER TABLE profiles ADD COLUMN erased_at timestamptz;

ALTER TABLE profiles ADD CONSTRAINT profiles_erased_is_empty CHECK (
    erased_at IS NULL
    OR (occupation = 0 AND acquisition_channel = 0 AND asset_class_interests = '{}'
        AND NOT should_receive_marketing AND NOT dark_mode AND onboarded_at IS NULL)
);
