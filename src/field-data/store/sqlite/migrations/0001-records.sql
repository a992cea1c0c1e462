CREATE TABLE field (
  id TEXT PRIMARY KEY,
  account TEXT,
  timezone TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
  hash BLOB PRIMARY KEY,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  mode TEXT NOT NULL,
  scopes TEXT NOT NULL,
  mask TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE weather (
  field_id TEXT NOT NULL,
  granularity TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (field_id, granularity, starts_at, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE earth_observation (
  field_id TEXT NOT NULL,
  acquired_at INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  cloud_cover REAL,
  processed_at INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (field_id, acquired_at, id)
) STRICT, WITHOUT ROWID;

-- account is null for a starting note; idempotency_key is null for a note that no request wrote.
CREATE TABLE observation (
  id TEXT PRIMARY KEY,
  field_id TEXT NOT NULL,
  account TEXT,
  mode TEXT NOT NULL,
  category TEXT NOT NULL,
  observed_at INTEGER NOT NULL,
  record TEXT NOT NULL,
  idempotency_key TEXT,
  fingerprint TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX observation_newest ON observation (field_id, observed_at DESC, id DESC);
CREATE UNIQUE INDEX observation_key ON observation (account, mode, idempotency_key) WHERE idempotency_key IS NOT NULL;
