-- works from: 1
-- Observations wait to be written while it is made. CONCURRENTLY is for no transaction: operators may make it so before.
CREATE INDEX IF NOT EXISTS observation_field ON observation (field_id, id);
