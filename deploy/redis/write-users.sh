#!/bin/sh
# Writes the users of Redis in its container: one for each address in /run/urls, and the operator.
set -eu
umask 077
for url in /run/urls/*; do echo "$(sed 's|^[^:]*://\([^:]*\):\([^@]*\)@.*|\1 \2|' "$url")"; done >/data/logins
echo "operator $(cat /run/secrets/redis_password)" >>/data/logins
awk -f /redis/users.awk /data/logins /services.txt >/data/users.acl.new
mv /data/users.acl.new /data/users.acl
