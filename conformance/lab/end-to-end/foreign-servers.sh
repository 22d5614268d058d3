#!/bin/sh
# Plays the documents of PowerDNS and Unleash on fresh servers, and the samples of 1,000 requests to each. It needs pdns_server, sqlite3, curl, PostgreSQL 15 and npm.
#   conformance/lab/end-to-end/foreign-servers.sh [FOLDER]   keeps what it installs, and the reports, in FOLDER
set -eu
here=$(cd "$(dirname "$0")/../../.." && pwd)
folder=${1:-$(mktemp -d)}
postgres=/usr/lib/postgresql/15/bin
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

started=""
stop() {
  for process in $started; do kill "$process" 2> "$folder/stop.log" || true; done
  as_postgres "$postgres/pg_ctl -D $folder/postgres/data -m immediate stop" > "$folder/stop.log" 2>&1 || true
}
trap stop EXIT
trap 'exit 1' INT TERM
as_postgres() { if [ "$(id -u)" = 0 ]; then su postgres -c "$1"; else sh -c "$1"; fi; }
until_up() { for _ in $(seq 400); do curl -sf -o "$folder/up" "$@" && return; sleep 0.5; done; return 1; }
play() {
  name=$1; shift
  "$here/node_modules/.bin/node" "$here/scripts/cli/contract.ts" replay "$folder/$name.json" \
    --seed 1 --report "$folder/reports/$name" "$@" || echo "$name: exit status $?"
}
# Records the requests of a client, and replays their samples twice.
record() {
  name=$1; server=$2; shift 2
  contract="$here/node_modules/.bin/node $here/scripts/cli/contract.ts"
  $contract proxy "$folder/$name.json" --to "$server" --port 14014 \
    --samples "$folder/$name-samples.json" > "$folder/$name-traffic.txt" 2>&1 &
  proxy=$!
  started="$started $proxy"
  until_up http://127.0.0.1:14014/__report
  "$here/node_modules/.bin/node" "$here/conformance/lab/end-to-end/clients/$name.ts" http://127.0.0.1:14014
  kill "$proxy"
  wait "$proxy" || true
  tail -n 1 "$folder/$name-traffic.txt"
  for seed in 1 2; do
    $contract replay "$folder/$name.json" --server "$server" --seed $seed \
      --data "$folder/$name-samples.json" "$@" || echo "$name: exit status $?"
  done
}

# PowerDNS serves its document, in Swagger 2.0.
mkdir -p "$folder/powerdns"
rm -f "$folder/powerdns/data"
sqlite3 "$folder/powerdns/data" < /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql
cat > "$folder/powerdns/pdns.conf" <<END
launch=gsqlite3
gsqlite3-database=$folder/powerdns/data
socket-dir=$folder/powerdns
local-address=127.0.0.1
local-port=15353
api=yes
api-key=laboratory-key
webserver=yes
webserver-address=127.0.0.1
webserver-port=18081
END
pdns_server --config-dir="$folder/powerdns" --daemon=no --guardian=no > "$folder/powerdns/log" 2>&1 &
started="$started $!"
until_up -H 'X-API-Key: laboratory-key' http://127.0.0.1:18081/api/v1/servers
curl -sf -H 'X-API-Key: laboratory-key' -H 'Accept: application/json' http://127.0.0.1:18081/api/docs > "$folder/swagger.json"
npm install --silent --no-audit --no-fund --prefix "$folder/npm" swagger2openapi@7 unleash-server
"$folder/npm/node_modules/.bin/swagger2openapi" --patch --warnOnly -o "$folder/powerdns.json" "$folder/swagger.json"
record powerdns http://127.0.0.1:18081/api/v1 --header 'X-API-Key: laboratory-key'
play powerdns --server http://127.0.0.1:18081/api/v1 --header 'X-API-Key: laboratory-key'

# Unleash needs an empty database.
mkdir -p "$folder/postgres"
rm -rf "$folder/postgres/data"
if [ "$(id -u)" = 0 ]; then chmod 755 "$folder" && chown postgres "$folder/postgres"; fi
as_postgres "$postgres/initdb -A trust -U postgres -D $folder/postgres/data" > "$folder/initdb.log"
as_postgres "$postgres/pg_ctl -w -l $folder/postgres/log -D $folder/postgres/data \
  -o '-p 15499 -k $folder/postgres -c listen_addresses=127.0.0.1' start" > "$folder/postgres.log"
cat > "$folder/npm/start.cjs" <<END
require("unleash-server").start({
  db: { host: "127.0.0.1", port: 15499, user: "postgres", database: "postgres", ssl: false },
  server: { port: 14242, host: "127.0.0.1" },
  enableOAS: true,
  authentication: { type: "none" },
  versionCheck: { enable: false },
});
END
"$here/node_modules/.bin/node" "$folder/npm/start.cjs" > "$folder/unleash.log" 2>&1 &
started="$started $!"
until_up http://127.0.0.1:14242/health
curl -sf http://127.0.0.1:14242/docs/openapi.json > "$folder/unleash.json"
record unleash http://127.0.0.1:14242
play unleash --server http://127.0.0.1:14242
