#!/bin/sh
# Moves the streams of a stopped bus that kept all of them in one account into the accounts that users.awk makes.
#   move-streams.sh STORE
set -eu
for stream in "$1"/jetstream/\$G/streams/*; do
  name=${stream##*/}
  case $name in EVT_* | DLQ) ;; *) continue ;; esac
  own=$1/jetstream/$name/streams
  # A stream that the bus has already created in its account is kept.
  [ -d "$stream" ] && [ ! -e "$own/$name" ] || continue
  mkdir -p "$own"
  mv "$stream" "$own/"
done
