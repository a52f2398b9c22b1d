-- Whoever sees a record without signing in can pass it on: what may not be passed on is for members at most.
UPDATE articles SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE asset_providers SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE bridges SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE citations SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE compliance_events SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE jurisdiction_events SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE properties SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE reserve_reports SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE supply_adjustments SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
UPDATE removed_records SET visible_to = 'members' WHERE visible_to = 'everybody' AND NOT is_redistributable;
