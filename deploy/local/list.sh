# shellcheck shell=bash
# The programs of this installation, as services/services.txt lists them.

# Prints the line of each program, comments left out.
read_list() { grep -vE '^[[:space:]]*(#|$)' "$ROOT/services/services.txt"; }

list_programs() { read_list | awk '{ print $1 }'; }

# The processes of a stack: its servers and all programs.
list_processes() {
  echo postgres redis nats
  list_programs
}

# Usage: programs_of grpc|worker|http; in the order of the start.
programs_of() { read_list | awk -v kind="$1" '$2 == kind { print $1 }'; }

# Everything that the gateway calls.
list_services() { programs_of grpc; }

# Usage: services_with needs|commands <item>
services_with() {
  local column=3
  [ "$1" != commands ] || column=4
  read_list | awk -v column="$column" -v item="$2" 'index("," $column ",", "," item ",") { print $1 }'
}

has() { services_with "$2" "$3" | grep -qx -- "$1"; } # <service> needs|commands <item>

is_kind() { programs_of "$2" | grep -qx -- "$1"; } # <program> grpc|worker|http
