# shellcheck shell=bash
# The services of this installation, as services/services.txt lists them.

# Prints the line of each service, comments left out.
read_list() { grep -vE '^[[:space:]]*(#|$)' "$ROOT/services/services.txt"; }

# Everything behind the gateway, in the order of the start.
list_services() { read_list | awk '$1 != "gateway" { print $1 }'; }

list_programs() { read_list | awk '{ print $1 }'; }

# Programs of the installation: the services, and the one that loads the sample universe through their calls.
list_programs_and_sample() { list_programs; echo sample; }

# Usage: services_with needs|commands <item>
services_with() {
  local column=2
  [ "$1" != commands ] || column=3
  read_list | awk -v column="$column" -v item="$2" 'index("," $column ",", "," item ",") { print $1 }'
}

has() { services_with "$2" "$3" | grep -qx -- "$1"; } # <service> needs|commands <item>
