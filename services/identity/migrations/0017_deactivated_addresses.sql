-- Since when an erased user was deactivated; none if they were active. Their decided_address stays refused.
ALTER TABLE erased_users ADD COLUMN deactivated_at timestamptz;
