# Prints the users of Redis, one line for each login of a program that needs it in services/services.txt, with the commands that
# its rate limits send, on keys that begin with its name. Nobody else is let in.
#   awk -f users.awk logins services.txt      logins: lines with a name and a password
# A program may have a second login, <name>_next, while its password is replaced. A user that is no program, the operator, has all
# permissions.

FILENAME == ARGV[1] { password[$1] = $2; order[++known] = $1; next }
/^[ \t]*(#|$)/ { next }
{ needs[$1] = "," $3 "," }

END {
  print "user default off"
  for (i = 1; i <= known; i++) {
    name = order[i]
    sub(/_next$/, "", name)
    rights = "~* &* +@all"
    if (name in needs) rights = needs[name] ~ /,redis,/ ? "~" name ":* -@all +ping +eval +time +get +set" : ""
    if (rights != "") printf "user %s on >%s resetchannels %s\n", order[i], password[order[i]], rights
  }
}
