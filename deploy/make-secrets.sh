#!/bin/sh
# Makes the secrets of deploy/compose.yaml in a folder: two passwords, and the URLs that contain them. Existing files stay.
set -eu
folder="${1:-$(dirname "$0")/secrets}"
umask 077
mkdir -p "$folder"
# A folder that exists may be open to others.
chmod 700 "$folder"

# Writes standard input to a secret that does not exist yet. Users in the containers can read it; its folder is closed to others.
keep() {
  if [ -e "$folder/$1" ]; then
    cat > /dev/null
  else
    cat > "$folder/$1"
    chmod 444 "$folder/$1"
  fi
}

# Hexadecimal, so that a URL needs no escapes.
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

password | keep postgres-password
password | keep fieldgraph-password
printf 'postgres://fieldgraph:%s@database:5432/fieldgraph' "$(cat "$folder/fieldgraph-password")" | keep database-url
printf 'redis://redis:6379' | keep redis-url
