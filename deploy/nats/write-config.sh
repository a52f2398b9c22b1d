#!/bin/sh
# Writes the configuration of the bus in its container: TLS, a user for each address in /run/urls, and one for each line in a
# file in /run/readers (team, password, subjects). Where users.awk refuses a line, the former configuration stays. The monitor, which
# wants no login, answers inside the container alone.
set -eu
umask 077
for url in /run/urls/*; do echo "$(sed 's|^[^:]*://\([^:]*\):\([^@]*\)@.*|\1 \2|' "$url")"; done >/tmp/logins
# The user of the tests, who may do everything, is nobody's here.
awk '$1 != "tests"' /run/readers/* >>/tmp/logins 2>/dev/null || true
{
  cat /nats/nats.conf
  echo 'http: "127.0.0.1:8222"'
  echo 'tls { cert_file: "/run/tls/tls.crt", key_file: "/run/tls/tls.key", timeout: 5 }'
  awk -f /nats/users.awk /tmp/logins /services.txt /events.txt
} >/tmp/nats.conf.new
mv /tmp/nats.conf.new /tmp/nats.conf
