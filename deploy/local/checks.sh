# shellcheck shell=bash
# The checks that need neither a database nor a server. Each prints the violations and fails.

check_format() { (cd "$ROOT" && cargo fmt --all --check); }

# All targets but benchmarks: as such every library that has no tests of its own would be compiled once more.
CARGO_TARGETS=(--lib --bins --examples --tests)

check_clippy() { (cd "$ROOT" && cargo clippy --workspace "${CARGO_TARGETS[@]}" ${CI:+--locked} -- -D warnings); }

# Shellcheck is optional and used if it is installed.
check_shell() {
  local scripts
  mapfile -t scripts < <(cd "$ROOT" && grep -lE '^#!.*bash|^# shellcheck shell=bash' -r deploy .ci helm/tests 2>/dev/null --include='*' \
    --exclude-dir=node_modules --exclude-dir=target | LC_ALL=C sort)
  cd "$ROOT" || return
  for script in "${scripts[@]}"; do bash -n "$script" || return; done
  if command -v shellcheck >/dev/null; then shellcheck -x -P "$ROOT" "${scripts[@]}"; fi
}

# House rules beyond the linters: sizes, layers, circles, heads of modules, paths cited in documents, and what is named as evidence of security.
check_house() {
  local code=0
  check_sizes || code=1
  check_names || code=1
  check_list || code=1
  check_test_programs || code=1
  check_layers || code=1
  check_prototypes || code=1
  check_browser_storage || code=1
  node "$ROOT/deploy/local/service-places.mjs" "$ROOT" || code=1
  node "$ROOT/deploy/local/kind-places.mjs" "$ROOT" || code=1
  node "$ROOT/deploy/local/cited-paths.mjs" "$ROOT" || code=1
  node "$ROOT/deploy/local/asvs.mjs" "$ROOT" || code=1
  node "$ROOT/deploy/local/web-layers.mjs" "$ROOT" || code=1
  node "$ROOT/deploy/local/rust-circles.mjs" "$ROOT" || code=1
  node "$ROOT/deploy/local/module-heads.mjs" "$ROOT" || code=1
  return "$code"
}

# Rust files count without their tests, TypeScript files as a whole.
check_sizes() {
  local code=0 file lines
  while read -r file; do
    lines=$(awk '/^#\[cfg\(test\)\]/ { exit } { count++ } END { print count + 0 }' "$file")
    [ "$lines" -le 500 ] || { echo "$file has $lines lines; the limit is 500"; code=1; }
  done < <(find "$ROOT"/{proto,gateway,services,deploy} -name '*.rs' -not -path '*/node_modules/*' -not -path '*/tests/*')
  while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 400 ] || { echo "$file has $lines lines; the limit is 400"; code=1; }
  done < <(find "$ROOT/web/src" "$ROOT/web/e2e" \( -name '*.ts' -o -name '*.tsx' \) -not -path '*/api/contract.ts' 2>/dev/null)
  # A page puts features together; what it shows is written there. The frame of all pages has no other place.
  while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 15 ] || { echo "$file has $lines lines; the limit of a page is 15"; code=1; }
  done < <(find "$ROOT/web/src/pages" -name '*.tsx' -not -name _app.tsx -not -name _document.tsx)
  return "$code"
}

# File systems that ignore case hold only one of two such files, and a checkout there loses the other.
check_names() {
  local same
  same=$(git -C "$ROOT" ls-files --cached --others --exclude-standard | awk -F/ '{
    path = ""
    for (part = 1; part <= NF; part++) {
      path = path (part > 1 ? "/" : "") $part
      if (path in seen) continue
      seen[path] = 1
      key = tolower(path)
      if (key in first) print first[key] " and " path " differ by case alone"
      else first[key] = path
    }
  }')
  [ -z "$same" ] || { printf '%s\n' "$same"; return 1; }
}

# The tests of a crate are one program; a file that its main.rs does not name would never run.
check_test_programs() {
  local code=0 main folder file name
  while read -r main; do
    folder=$(dirname "$main")
    for file in "$folder"/*.rs; do
      name=$(basename "$file" .rs)
      [ "$name" = main ] || grep -qx "mod $name;" "$main" || grep -qx "name = \"$name\"" "$folder/../Cargo.toml" ||
        { echo "$main does not name $name"; code=1; }
    done
  done < <(find "$ROOT"/{proto,gateway,services,deploy} -path '*/tests/main.rs' -not -path '*/node_modules/*')
  return "$code"
}

# Prints the lines that break a rule, and the rule.
forbid() { # <rule> <grep arguments...>
  local rule=$1
  shift
  if grep "$@" 2>/dev/null; then
    echo "  ↑ $rule"
    return 1
  fi
}

# Compares the list of services with the folders.
check_list() {
  local code=0 folder service
  for folder in "$ROOT"/services/*/Cargo.toml; do
    service=$(basename "$(dirname "$folder")")
    list_programs | grep -qx -- "$service" || { echo "services/services.txt does not list $service"; code=1; }
  done
  for service in $(list_services) $(programs_of worker); do
    [ -f "$ROOT/services/$service/Cargo.toml" ] || { echo "services/services.txt lists $service, which has no folder in services"; code=1; }
    ! [ -d "$ROOT/services/$service/migrations" ] || has "$service" needs postgres ||
      { echo "$service has migrations, and services/services.txt does not say that it needs postgres"; code=1; }
  done
  return "$code"
}

check_layers() {
  local code=0 service other
  # Command of std or tokio, however it is imported. The commands of the programs themselves are made without new.
  local programs='(std|tokio)::process(::[{*]|;| as )|process::Command|Command::new\('
  cd "$ROOT" || return
  forbid "TLS is rustls: openssl and native-tls stay out" -nE '^name = "(openssl|openssl-sys|native-tls)"' Cargo.lock || code=1
  forbid "the gateway uses no database and no service crate" -nE "^(sqlx$(printf '|%s' $(list_services)))\\b" gateway/Cargo.toml || code=1
  forbid "services and the gateway start no programs" -rnE "$programs" gateway/src services/libs/{kit,engine,sheet}/src || code=1
  for service in $(list_services); do
    forbid "services and the gateway start no programs" -rnE "$programs" "services/$service/src" || code=1
    # Tests may use the library of a worker.
    for other in $(list_services) $(programs_of http); do
      forbid "a service never imports another" -nE "^$other\b" "services/$service/Cargo.toml" || code=1
    done
    forbid "rpc.rs and consumers.rs hold no SQL" -nE 'sqlx::' "services/$service/src/rpc.rs" "services/$service/src/consumers.rs" || code=1
    [ "$(wc -l <"services/$service/src/main.rs")" -le 15 ] || { echo "services/$service/src/main.rs is longer than 15 lines"; code=1; }
  done
  return "$code"
}

# A value that is written under two names from outside reaches the prototype of all objects if the first is __proto__.
check_prototypes() {
  cd "$ROOT" || return
  forbid "the site writes under no two names of an object that it does not spell out" -rnE --include='*.ts' --include='*.tsx' --exclude='*.test.*' \
    '\]\[[^]"0-9]+\] *([?|]{2})?=[^=>]|__proto__|setPrototypeOf' web/src
}

# Every file that stores data in the browser must be listed in deploy/asvs.csv (14.3.3).
check_browser_storage() {
  cd "$ROOT" || return
  local code=0 file
  while read -r file; do
    grep -q "^14\.3\.3,.*check:$file" deploy/asvs.csv || { echo "  ↑ $file stores in the browser, and deploy/asvs.csv does not say what"; code=1; }
  done < <(grep -rlE --include='*.ts' --include='*.tsx' --exclude='*.test.*' --exclude-dir=testing '(local|session)Storage|indexedDB|document\.cookie' web/src)
  return "$code"
}

check_web_lint() { (cd "$ROOT/web" && npm run --silent lint); }
check_web_types() { (cd "$ROOT/web" && npm run --silent typecheck); }
check_web_unused() { (cd "$ROOT/web" && npm run --silent knip); }
check_web_unit() { (cd "$ROOT/web" && npm run --silent test -- "$@"); }
# Weighs the last export.
check_web_weight() { (cd "$ROOT/web" && node budget.mjs); }
