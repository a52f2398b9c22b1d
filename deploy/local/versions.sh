# shellcheck shell=bash
# The two toolchains that must be installed, and their minimum versions.

version_at_least() { # <found> <wanted>
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

check_tool() { # <name> <command> <wanted> <where to get it>
  local found
  command -v "$2" >/dev/null 2>&1 ||
    fail "$1 $3 or newer is required, but not installed: $4"
  found=$(cd "$ROOT" && "$2" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1) || true
  [ -n "$found" ] || fail "$1 $3 or newer is required, but \`$2 --version\` does not answer: $4"
  version_at_least "$found" "$3" || fail "$1 $3 or newer is required, but this machine has $found: $4"
}

check_versions() {
  check_tool Node node 20.9 "https://nodejs.org/en/download"
  check_tool Rust cargo 1.94 "https://rustup.rs"
  check_tool Rust rustc 1.94 "https://rustup.rs"
  command -v npm >/dev/null 2>&1 || fail "npm is required, but missing beside node: https://nodejs.org/en/download"
}

check_rust_components() {
  local component
  for component in fmt clippy; do
    (cd "$ROOT" && cargo "$component" --version >/dev/null 2>&1) ||
      fail "cargo $component is required by the tests: rustup component add rustfmt clippy"
  done
}
