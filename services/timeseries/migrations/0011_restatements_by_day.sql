-- The list of restatements can be put in order by day, and there are millions of them after corrections of whole histories.
CREATE INDEX restatements_date ON restatements (date, id);
