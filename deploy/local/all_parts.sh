# shellcheck shell=bash disable=SC1091
# Loads all parts that the commands use, in the order of their dependencies.
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
