-- What the addresses of holders are, where it is known.
ALTER TABLE holders ADD COLUMN address_kind text COLLATE "C";
ALTER TABLE holders ADD CONSTRAINT holders_address_kind_check
    CHECK (address_kind IN ('wallet', 'contract', 'bridge', 'escrow', 'burn'));
