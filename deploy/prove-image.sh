#!/usr/bin/env bash
# Builds the image and runs it, on a machine that has no container registry and may not run containers. The base image is made of Debian's
# packages. The start command runs as the image's user, over its files as a read-only root. Needs root on Debian, `npm ci`, buildah, podman
# and debootstrap, some minutes, and a gigabyte under $TMPDIR. It leaves nothing behind.
#
#   npm run test:full -- image [--image NODE_IMAGE]     NODE_IMAGE: a base image that a registry has
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d -t fieldgraph-image-XXXXXX)
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
store=(--root "$work/store" --runroot "$work/run" --storage-driver vfs)
container=
started=
clean_up() {
  [ -z "$started" ] || kill -KILL "$started" 2>/dev/null || true
  [ -z "$container" ] || buildah "${store[@]}" rm "$container" >/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
say() { printf '\n== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

image=localhost/fieldgraph-base
pull=--pull-never
if [ "${1:-}" = --image ]; then
  image=$2
  pull=--pull
else
  say "a base with Node and npm, of Debian's packages"
  debootstrap --variant=minbase bookworm "$work/base" "$mirror" >"$work/debootstrap.log"
  mkdir -p "$work/base/usr/local/lib/node_modules"
  cp "$(node --print process.execPath)" "$work/base/usr/local/bin/node"
  cp -r "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$work/base/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  # The certificates that this machine trusts: a proxy may have signed those of the registry.
  mkdir -p "$work/base/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
  tar -C "$work/base" -c . | podman "${store[@]}" import \
    --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' - "$image" >/dev/null
  rm -rf "$work/base"
fi

say 'the image'
# Docker's format, because OCI has no health checks.
buildah "${store[@]}" bud --isolation chroot --format docker "$pull" --build-arg "NODE_IMAGE=$image" \
  --file deploy/Dockerfile --tag fieldgraph . >"$work/build.log" 2>&1 || { tail -n 30 "$work/build.log"; fail 'it does not build'; }
buildah "${store[@]}" images --format '{{.Name}} {{.Size}}' | grep fieldgraph
buildah "${store[@]}" inspect --type image --format \
  'user {{.Docker.Config.User}}, entrypoint {{.Docker.Config.Entrypoint}}, health check {{println .Docker.Config.Healthcheck.Test}}' fieldgraph

container=$(buildah "${store[@]}" from --pull-never fieldgraph)
root=$(buildah "${store[@]}" mount "$container")
for program in bin/sh usr/bin/sh bin/bash usr/local/bin/npm usr/bin/apt-get usr/bin/dpkg; do
  [ ! -e "$root/$program" ] || fail "the image has /$program"
done
[ "$(stat -c %u:%g "$root/data")" = 10001:10001 ] || fail '/data is not its own'
echo 'no shell, no npm, no package manager'


free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
port=$(free_port)
service_port=$(free_port)
settings=("PORT=$port" "FIELD_DATA_PORT=$service_port")

await_ready() {
  for _ in $(seq 150); do
    [ "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/ready")" = 200 ] && return
    kill -0 "$started" 2>/dev/null || { cat "$work/out"; fail 'it ended'; }
    sleep 0.2
  done
  cat "$work/out"
  fail '/ready is not 200'
}

# Node is the innermost child process of $1.
node_of() {
  local process=$1 child
  while child=$(pgrep --parent "$process" | head -n 1) && [ -n "$child" ]; do process=$child; done
  echo "$process"
}

# Waits until it is ready, sends a query, runs the health check $@, stops it, and expects exit code 0.
use() {
  await_ready
  echo '/ready is 200'
  local answer process code=0
  answer=$(curl -s "http://127.0.0.1:$port/graphql" -H 'content-type: application/json' \
    -d '{"query":"{ field(id: \"fld_demo_01\") { latestWeather { date temperatureMax { value unit } } } }"}')
  echo "$answer"
  [[ $answer == *'"unit":"CELSIUS"'* ]] || fail 'a query is not answered'
  process=$(node_of "$started")
  grep -E '^(Name|Uid|Gid|CapEff|NoNewPrivs):' "/proc/$process/status"
  [ "$(awk '/^Uid:/ { print $2 }' "/proc/$process/status")" = 10001 ] || fail 'it runs as another user'
  "$@" || fail 'the health check says that it is not ready'
  echo 'the health check ends with 0'
  kill -TERM "$process"
  wait "$started" || code=$?
  started=
  [ "$code" = 0 ] || { cat "$work/out"; fail "SIGTERM ended it with $code"; }
  echo 'SIGTERM ends it with 0'
  ! "$@" || fail 'the health check says that nothing is ready'
  echo 'and the health check then with 1'
}

say 'the start command, by buildah'
run_options=(--isolation chroot --user 10001:10001)
for setting in "${settings[@]}"; do run_options+=(--env "$setting"); done
in_buildah() { buildah "${store[@]}" run "${run_options[@]}" "$container" -- "$@"; }
in_buildah node /app/dist/start.cjs >"$work/out" 2>&1 &
started=$!
use in_buildah node /app/dist/start.cjs ready

say 'the start command over a root that cannot be written, with no rights and no way to any'
environment=$(buildah "${store[@]}" inspect --type image --format '{{range .Docker.Config.Env}}{{println .}}{{end}}' fieldgraph)
mapfile -t environment <<<"$environment"
mkdir -p "$work/data"
chown 10001:10001 "$work/data"
mkdir -p "$root/proc" "$root/dev"
in_read_only() {
  # As by `docker run --read-only --cap-drop ALL --security-opt no-new-privileges`, with a volume at /data.
  env --ignore-environment "${environment[@]}" "${settings[@]}" /usr/bin/unshare --mount -- /bin/bash -euc '
    root=$1 data=$2
    shift 2
    /usr/bin/mount --bind "$root" "$root"
    /usr/bin/mount --bind "$data" "$root/data"
    /usr/bin/mount --rbind /proc "$root/proc"
    /usr/bin/mount --rbind /dev "$root/dev"
    /usr/bin/mount -o remount,bind,ro "$root"
    exec /usr/bin/setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid \
      /usr/sbin/chroot --userspec=10001:10001 --groups= "$root" "$@"
  ' - "$root" "$work/data" "$@"
}
in_read_only node -e 'require("node:fs").writeFileSync("/written", "")' 2>/dev/null && fail 'the root can be written'
in_read_only node /app/dist/start.cjs >"$work/out" 2>&1 &
started=$!
use in_read_only node /app/dist/start.cjs ready
ls -l "$work/data"
say 'proven'
