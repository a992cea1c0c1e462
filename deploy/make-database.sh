#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume. It creates a database and the role that owns it, which is no superuser.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=password="$(cat /run/secrets/fieldgraph-password)" << 'SQL'
CREATE ROLE fieldgraph LOGIN PASSWORD :'password';
CREATE DATABASE fieldgraph OWNER fieldgraph;
-- A statement whose socket was cut ends soon, in place of going on for nobody.
ALTER ROLE fieldgraph SET client_connection_check_interval = '10s';
SQL
