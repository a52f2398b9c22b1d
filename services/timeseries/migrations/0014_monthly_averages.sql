-- Whether each value of a series is the average of a month, dated on the last day of that month.
ALTER TABLE series ADD COLUMN is_monthly_average boolean NOT NULL DEFAULT false;
