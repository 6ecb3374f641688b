#!/usr/bin/env bash
# A step of action.yml: starts the mock server in the background, and waits until it responds. Runs in bash 3.2, as on macOS.
set -euo pipefail

refuse() {
  echo "::error::$1" >&2
  exit 1
}

[[ $VERSION =~ ^[A-Za-z0-9._~:/@+-]+$ ]] || refuse "version must be a version or a tag, not \"$VERSION\""
[[ $PORT =~ ^[0-9]{1,5}$ ]] || refuse "port must be a number, not \"$PORT\""
[[ $TIMEOUT =~ ^[1-9][0-9]{0,3}$ ]] || refuse "timeout must be a number of seconds, not \"$TIMEOUT\""
# No shell reads them: a quote would be part of a flag.
[[ $ARGUMENTS != *[\'\"\\\`\$]* ]] || refuse "arguments are split at spaces, and must not contain quotes, backslashes or \$"

flags=()
read -r -d '' -a flags <<<"$ARGUMENTS" || true
log="$RUNNER_TEMP/entity-screening.log"
# An empty array is unset in bash 3.2.
npx --yes --package "entity-screening-sdk@$VERSION" entity-screening serve --port "$PORT" ${flags[@]+"${flags[@]}"} >"$log" 2>&1 &
server=$!
# Another program may have the port: only this server's own word counts.
until grep -q '^listening on ' "$log"; do
  if ! kill -0 "$server" 2>/dev/null; then
    cat "$log" >&2
    refuse "the mock server ended before it was ready"
  fi
  if ((SECONDS >= TIMEOUT)); then
    kill "$server" 2>/dev/null || true
    cat "$log" >&2
    refuse "the mock server was not ready within $TIMEOUT seconds"
  fi
  sleep 0.2
done
cat "$log"
url=$(sed -n 's/^listening on //p' "$log")
echo "url=$url" >>"$GITHUB_OUTPUT"
echo "ENTITY_SCREENING_BASE_URL=$url" >>"$GITHUB_ENV"
