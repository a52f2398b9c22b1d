# shellcheck shell=bash
# Installs missing packages of the distribution, without starting or enabling any system service.

# Newest Postgres on the machine that is at least 15; empty when there is none.
find_postgres() {
  local folder newest=
  for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V); do
    if ! [ -x "$folder/initdb" ] || ! [ -x "$folder/postgres" ]; then continue; fi
    version_at_least "$(basename "$(dirname "$folder")")" 15 && newest=$folder
  done
  printf '%s' "$newest"
}

missing_packages() { # [test]
  [ -n "$(find_postgres)" ] || echo postgresql
  command -v redis-server >/dev/null || echo redis-server
  command -v nats-server >/dev/null || echo nats-server
  command -v openssl >/dev/null || echo openssl
  command -v cc >/dev/null || echo gcc libc6-dev
  [ -e /etc/ssl/certs/ca-certificates.crt ] || echo ca-certificates
  [ "${1:-}" = test ] || return 0
  find_chromium >/dev/null || echo chromium-headless-shell
  python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3 python3-venv
}

# The shell without windows first: it needs a third less of the processor for the same pages.
find_chromium() {
  if [ -n "${CHROMIUM:-}" ]; then echo "$CHROMIUM"; else
    command -v chromium-headless-shell || command -v chromium || command -v chromium-browser
  fi
}

install_packages() { # [test]
  local packages
  mapfile -t packages < <(missing_packages "${1:-}" | tr ' ' '\n')
  if [ "${#packages[@]}" -eq 0 ]; then
    [ "${1:-}" != test ] || install_shell
    return 0
  fi
  command -v apt-get >/dev/null ||
    fail "missing: ${packages[*]}; this machine has no apt-get; install them by hand and run the command again"
  if [ "$(id -u)" -eq 0 ]; then
    step install "Install ${packages[*]}" apt_install "${packages[@]}"
  elif command -v sudo >/dev/null; then
    sudo -v || fail "missing: ${packages[*]}; installing them needs root"
    step install "Install ${packages[*]}" sudo bash -c \
      "$(declare -f apt_install guard_services unguard_services); apt_install \"\$@\"" install "${packages[@]}"
  else
    fail "missing: ${packages[*]}; as root: apt-get install ${packages[*]}"
  fi
  [ -z "$(missing_packages "${1:-}")" ] ||
    fail "still missing after the installation: $(missing_packages "${1:-}" | tr '\n' ' ')"
}

# A whole browser serves as well, and no test waits for a distribution that has no such package.
install_shell() {
  [ -z "${CHROMIUM:-}" ] && ! command -v chromium-headless-shell >/dev/null || return 0
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 0
  step shell-of-chromium "Install chromium-headless-shell" apt_install chromium-headless-shell ||
    echo "The journeys take longer with $(find_chromium)."
}

apt_install() {
  local fresh=() code=0 unit
  export DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l NEEDRESTART_SUSPEND=1
  for unit in postgresql redis-server nats-server; do
    [ -e "/etc/init.d/$unit" ] || [ -e "/lib/systemd/system/$unit.service" ] || fresh+=("$unit")
  done
  GUARD_POLICY='' GUARD_CLUSTER=''
  trap 'unguard_services; exit 130' INT TERM
  guard_services
  apt-get update -q || code=$?
  # Distributions without a package of the shell have the whole browser.
  apt-cache show chromium-headless-shell >/dev/null 2>&1 || set -- "${@/chromium-headless-shell/chromium}"
  [ "$code" -ne 0 ] ||
    apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" || code=$?
  unguard_services
  trap - INT TERM
  # The services of these packages must not start at the next boot either.
  for unit in "${fresh[@]}"; do
    DPKG_MAINTSCRIPT_PACKAGE=$unit deb-systemd-helper disable "$unit.service" || true
    [ ! -e "/etc/init.d/$unit" ] || update-rc.d "$unit" disable || true
  done
  return "$code"
}

# Debian starts installed services unless policy-rc.d forbids it, and creates a cluster unless createcluster.conf forbids it.
guard_services() {
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    GUARD_POLICY=1
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod 0755 /usr/sbin/policy-rc.d
  fi
  if [ ! -e /etc/postgresql-common/createcluster.d/assay.conf ]; then
    GUARD_CLUSTER=1
    mkdir -p /etc/postgresql-common/createcluster.d
    echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/assay.conf
  fi
}

unguard_services() {
  [ -z "$GUARD_POLICY" ] || rm -f /usr/sbin/policy-rc.d
  if [ -n "$GUARD_CLUSTER" ]; then
    rm -f /etc/postgresql-common/createcluster.d/assay.conf
    rmdir /etc/postgresql-common/createcluster.d /etc/postgresql-common 2>/dev/null || true
  fi
}
