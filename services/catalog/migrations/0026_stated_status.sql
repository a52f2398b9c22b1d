-- The status of a loan in the wording of its platform, under the name of its label.
ALTER TABLE loans RENAME COLUMN status_as_told TO stated_status;
ALTER TABLE loans RENAME CONSTRAINT loans_status_as_told_check TO loans_stated_status_check;
