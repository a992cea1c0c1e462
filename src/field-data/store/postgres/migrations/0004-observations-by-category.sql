-- works from: 1
-- Observations wait to be written while it is made, as for the index of 0003. A search by (category, observed_at, id) needs one direction of all three.
CREATE INDEX IF NOT EXISTS observation_category ON observation (account, field_id, mode, category DESC, observed_at DESC, id DESC);
