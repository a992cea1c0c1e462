-- works from: 1
-- Every key begins with the column that records are distributed by: weather and scenes by field, notes by account. Citus takes the tables so,
-- field and api_key as reference tables. COLLATE "C" orders ids by their bytes, as SQLite does, whatever the locale of the database.
CREATE TABLE field (
  id text COLLATE "C" PRIMARY KEY,
  account text,
  timezone text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL
);

CREATE TABLE api_key (
  hash bytea PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  name text NOT NULL,
  mode text NOT NULL,
  scopes text NOT NULL,
  mask text NOT NULL,
  created_at bigint NOT NULL,
  revoked_at bigint
);

-- Instants are milliseconds. Records are text, not jsonb: that would order their properties anew.
CREATE TABLE weather (
  field_id text COLLATE "C",
  granularity text COLLATE "C",
  starts_at bigint,
  kind text COLLATE "C",
  ends_at bigint NOT NULL,
  issued_at bigint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (field_id, granularity, starts_at, kind)
);

CREATE TABLE earth_observation (
  field_id text COLLATE "C",
  acquired_at bigint,
  id text COLLATE "C",
  cloud_cover double precision,
  processed_at bigint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (field_id, acquired_at, id),
  UNIQUE (field_id, id)
);

-- A starting note has the account '' and the mode 'any': everyone who sees the field sees it.
CREATE TABLE observation (
  account text COLLATE "C",
  id text COLLATE "C",
  field_id text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  category text NOT NULL,
  observed_at bigint NOT NULL,
  record text NOT NULL,
  idempotency_key text COLLATE "C",
  fingerprint text,
  PRIMARY KEY (account, id),
  UNIQUE (account, mode, idempotency_key)
);
CREATE INDEX observation_newest ON observation (account, field_id, mode, observed_at DESC, id DESC);

CREATE TABLE import_progress (
  file text PRIMARY KEY,
  entries bigint NOT NULL
);
