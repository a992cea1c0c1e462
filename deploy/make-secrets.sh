#!/bin/sh
# Makes the secrets of deploy/compose.yaml in a folder, once: what is there already stays. Two passwords, and the addresses that hold them.
set -eu
folder="${1:-$(dirname "$0")/secrets}"
umask 077
mkdir -p "$folder"

# Writes standard input to a secret that is not there yet. The users inside the containers must be able to read it; the folder keeps others out.
keep() {
  if [ -e "$folder/$1" ]; then
    cat > /dev/null
  else
    cat > "$folder/$1"
    chmod 444 "$folder/$1"
  fi
}

# Hexadecimal: an address takes it as it is.
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

password | keep postgres-password
password | keep fieldgraph-password
printf 'postgres://fieldgraph:%s@database:5432/fieldgraph' "$(cat "$folder/fieldgraph-password")" | keep database-url
printf 'redis://redis:6379' | keep redis-url
