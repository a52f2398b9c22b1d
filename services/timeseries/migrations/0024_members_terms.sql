-- Whoever sees a value without signing in can pass it on: what may not be passed on is for members at most.
UPDATE loads SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE series SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
