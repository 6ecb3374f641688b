#!/usr/bin/env bash
# A step of action.yml: starts the mock server in the background, and waits until it responds.
set -euo pipefail

read -ra flags <<<"$ARGUMENTS"
log="$RUNNER_TEMP/entity-screening.log"
npx --yes --package "entity-screening-sdk@$VERSION" entity-screening serve --port "$PORT" "${flags[@]}" >"$log" 2>&1 &
server=$!
# Another program may have the port: only this server's own word counts.
until grep -q '^listening on ' "$log"; do
  if ! kill -0 "$server" 2>/dev/null; then
    cat "$log" >&2
    exit 1
  fi
  sleep 0.2
done
cat "$log"
url=$(sed -n 's/^listening on //p' "$log")
echo "url=$url" >>"$GITHUB_OUTPUT"
echo "ENTITY_SCREENING_BASE_URL=$url" >>"$GITHUB_ENV"
