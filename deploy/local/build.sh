# shellcheck shell=bash
# Builds the services and the site, and keeps a copy of both for this stack.

target_dir() { echo "${CARGO_TARGET_DIR:-$ROOT/target}"; }

build_services() {
  local profile=${PROFILE:-local} packages=() service
  for service in $(list_programs); do packages+=(-p "$service"); done
  step cargo "Build the services (profile $profile)" cargo_build --profile "$profile" "${packages[@]}" || exit 1
  [ "$profile" != dev ] || profile=debug
  keep_binaries "$(target_dir)/$profile"
}

cargo_build() { (cd "$ROOT" && cargo build "$@"); }

# A separate copy, so that another build in the tree does not affect running processes.
keep_binaries() { # <folder>
  local name
  mkdir -p "$STATE/bin"
  for name in $(list_programs); do
    cmp -s "$1/$name" "$STATE/bin/$name" && continue
    cp "$1/$name" "$STATE/bin/$name.new"
    mv "$STATE/bin/$name.new" "$STATE/bin/$name"
  done
}

# A fingerprint of the sources of the site: if it changes, the site must be built again.
web_stamp() {
  (
    cd "$ROOT/web" || exit
    find . ../proto/declared ../deploy/seed \( -name node_modules -o -name .next -o -path ./out -o -path ./e2e -o -name 'test-results*' -o -name 'playwright-report*' \) -prune \
      -o -type f ! -name '*.md' ! -name '*.tsbuildinfo' ! -name next-env.d.ts -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  ) | sha256sum | cut -d' ' -f1
}

# npm writes its record inside node_modules last: if it is older than the lock file, the lock has changed.
npm_install() { # <folder>
  local record=$1/node_modules/.package-lock.json
  if [ ! -f "$record" ] || [ "$1/package-lock.json" -nt "$record" ]; then
    step "npm-$(basename "$1")" "Install the packages of ${1#"$ROOT"/}" npm_ci "$1" || exit 1
    touch "$record"
  fi
}

npm_ci() { (cd "$1" && npm ci --no-audit --no-fund); }

# Two stacks of one checkout share the folder that Next writes to.
lock_web() {
  exec 8>"$ROOT/.local/web.lock"
  flock 8
}

unlock_web() { exec 8>&-; }

# Builds web/out if its sources changed; the caller holds the lock.
export_web() {
  local stamp
  npm_install "$ROOT/web"
  stamp=$(web_stamp)
  if [ "$stamp" != "$(cat "$ROOT/.local/web.stamp" 2>/dev/null)" ] || [ ! -f "$ROOT/web/out/index.html" ]; then
    rm -f "$ROOT/.local/web.stamp"
    step web "Build the site" npm_build || exit 1
    echo "$stamp" >"$ROOT/.local/web.stamp"
  fi
}

# Usage: build_web [unpacked]; the gateway packs the files of an unpacked site at its start, quickly and less well.
build_web() {
  local stamp site=$ROOT/web/out packed=$ROOT/.local/packed
  lock_web
  export_web
  stamp=$(cat "$ROOT/.local/web.stamp")
  if [ "$stamp" != "$(cat "$STATE/site.stamp" 2>/dev/null)" ] || [ ! -f "$SITE/index.html" ]; then
    rm -rf "$SITE.new" "$SITE.old" "$STATE/site.stamp"
    if [ "${1:-}" != unpacked ]; then
      site=$packed/site
      [ "$stamp" = "$(cat "$packed/stamp" 2>/dev/null)" ] || step pack "Pack the site" pack_site "$packed" "$stamp" || exit 1
    fi
    cp -r "$site" "$SITE.new"
    [ ! -d "$SITE" ] || mv "$SITE" "$SITE.old"
    mv "$SITE.new" "$SITE"
    rm -rf "$SITE.old"
    echo "$stamp" >"$STATE/site.stamp"
  fi
  unlock_web
}

# The gateway reads these compressed files instead of compressing at every start; all stacks of the checkout copy them.
pack_site() { # <folder> <fingerprint of the sources>
  rm -rf "$1" && mkdir -p "$1" && cp -r "$ROOT/web/out" "$1/site" &&
    GATEWAY_SITE_DIR=$1/site "$STATE/bin/gateway" pack-site && echo "$2" >"$1/stamp"
}

npm_build() { (cd "$ROOT/web" && npm run build); }
