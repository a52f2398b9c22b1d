# shellcheck shell=bash
# The processes of this stack. A pid file holds pid and start time, so that a reused pid is never killed.

# Field 22 of stat, counted after the name, which may contain blanks and brackets; nothing for a zombie.
start_time() {
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
  stat=${stat##*) }
  # shellcheck disable=SC2086
  set -- $stat
  [ "$1" = Z ] || echo "${20}"
}

pid_of() {
  local pid began
  { read -r pid began <"$RUN/$1.pid"; } 2>/dev/null || return 1
  [ -n "$began" ] && [ "$(start_time "$pid")" = "$began" ] || return 1
  echo "$pid"
}

# Kilobytes of a process and its children; shared memory is split evenly among its users (PSS).
memory_of() { # <name>
  local pid
  pid=$(pid_of "$1") || { echo 0; return; }
  family_of "$pid" | while read -r pid; do cat "/proc/$pid/smaps_rollup" 2>/dev/null || true; done |
    awk '$1 == "Pss:" { sum += $2 } END { print sum + 0 }'
}

# Kilobytes of all processes of this stack together.
memory_of_stack() {
  local name sum=0
  for name in $(list_processes); do sum=$((sum + $(memory_of "$name"))); done
  echo "$sum"
}

family_of() { # <pid>
  local child
  echo "$1"
  for child in $(cat "/proc/$1/task"/*/children 2>/dev/null); do family_of "$child"; done
}

in_megabytes() { awk -v kilobytes="$1" 'BEGIN { printf "%.1f MB", kilobytes / 1024 }'; } # <kilobytes>

alive() { pid_of "$1" >/dev/null; }

# Usage: launch <name> <command...>; the command outlives this script, in its own session.
launch() {
  local name=$1 pid
  shift
  [ -f "$LOGS/$name.log" ] && mv "$LOGS/$name.log" "$LOGS/$name.before.log"
  (
    cd /
    exec </dev/null >>"$LOGS/$name.log" 2>&1
    close_inherited
    exec setsid "$@"
  ) &
  pid=$!
  disown "$pid"
  echo "$pid $(start_time "$pid")" >"$RUN/$name.pid"
}

# An inherited pipe or lock would make the caller wait for the server to end.
close_inherited() {
  local descriptor
  for descriptor in "/proc/$BASHPID/fd"/*; do
    descriptor=${descriptor##*/}
    [ "$descriptor" -le 2 ] || eval "exec $descriptor>&-" 2>/dev/null || true
  done
}

# Usage: halt <name> [signal] [seconds]
halt() {
  local name=$1 signal=${2:-TERM} seconds=${3:-35} pid deadline
  if pid=$(pid_of "$name"); then
    kill -s "$signal" "$pid" 2>/dev/null || true
    deadline=$((SECONDS + seconds))
    while alive "$name" && [ "$SECONDS" -lt "$deadline" ]; do sleep 0.05; done
    if alive "$name"; then
      note "$name did not end within $seconds s and was killed"
      kill -s KILL "$pid" 2>/dev/null || true
      while alive "$name"; do sleep 0.05; done
    fi
  fi
  rm -f "$RUN/$name.pid" "$RUN/$name.stamp"
}

# Usage: await <name> <seconds> <check...>; fails with the end of the log if the process ends or the time is over.
await() {
  local name=$1 seconds=$2 began=$SECONDS deadline
  shift 2
  deadline=$((SECONDS + seconds))
  until "$@" >/dev/null 2>&1; do
    if ! alive "$name" || [ "$SECONDS" -ge "$deadline" ]; then
      alive "$name" && echo "error: $name was not ready within $seconds s" >&2
      alive "$name" || echo "error: $name ended while starting" >&2
      echo "the end of $LOGS/$name.log:" >&2
      tail -n 30 "$LOGS/$name.log" >&2
      exit 1
    fi
    # Each check starts several processes, so a slow start is checked less often.
    if [ $((SECONDS - began)) -lt 5 ]; then sleep 0.05; else sleep 0.5; fi
  done
}

# The status of a GET on loopback, with the shell alone.
# shellcheck disable=SC2016
http_status() { # <port> <path>
  timeout 3 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
    printf "GET %s HTTP/1.1\r\nhost: 127.0.0.1:%s\r\nconnection: close\r\n\r\n" "$2" "$1" >&3
    read -r _ status _ <&3 && echo "$status"' http_status "$1" "$2" 2>/dev/null
}

http_ready() { [ "$(http_status "$1" "$2")" = 200 ]; }
