# shellcheck shell=bash disable=SC1091
# Everything a command here may need, in the order in which the parts build on each other.
folder=$(dirname "${BASH_SOURCE[0]}")
. "$folder/output.sh"
. "$folder/paths.sh"
. "$folder/list.sh"
. "$folder/versions.sh"
. "$folder/packages.sh"
. "$folder/processes.sh"
. "$folder/ports.sh"
. "$folder/servers.sh"
. "$folder/settings.sh"
. "$folder/services.sh"
. "$folder/build.sh"
unset folder
