-- When a bond falls due, what a fund does, and how old an appraisal is.

ALTER TABLE assets
    ADD COLUMN matures_on date,
    ADD COLUMN strategy text,
    ADD COLUMN appraised_on date,
    ADD CONSTRAINT assets_strategy_check CHECK (
        strategy IN (
            'basis', 'credit', 'digital_assets', 'event_driven', 'long_only', 'long_short', 'macro', 'multi_strategy',
            'private_equity', 'quantitative', 'venture', 'other'));
