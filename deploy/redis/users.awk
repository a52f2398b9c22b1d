# Prints the users of Redis, one line for each login of a program that needs it in services/services.txt, with the commands that
# its rate limits send, on keys that begin with its name. Nobody else is let in.
#   awk -f users.awk logins services.txt      logins: lines with a name and a password
# A program may have a second login, <name>_next, while its password is replaced. The operator has all permissions. Another login is
# refused, and so is a run without programs: nothing is printed but the reason.

/^[ \t]*(#|$)/ { next }
FILENAME == ARGV[1] { password[$1] = $2; order[++known] = $1; next }
("," $3 ",") ~ /,redis,/ { counts[$1] = 1; programs++ }

# The program whose login it is.
function program_of(user) {
  sub(/_next$/, "", user)
  return user
}

function refuse(user, reason) {
  print "login " user " of Redis: " reason | "cat 1>&2"
  refused = 1
}

function check_login(user) {
  if (user in is_checked) refuse(user, "it is there twice")
  is_checked[user] = 1
  if (password[user] == "") refuse(user, "it has no password")
  if (user != "operator" && !(program_of(user) in counts)) refuse(user, "no program that needs Redis has this name")
}

END {
  if (!programs) {
    print "users.awk: the second file, services.txt, lists no program that needs Redis" | "cat 1>&2"
    exit 1
  }
  for (i = 1; i <= known; i++) check_login(order[i])
  if (refused) exit 1
  print "user default off"
  for (i = 1; i <= known; i++) {
    rights = order[i] == "operator" ? "~* &* +@all" : "~" program_of(order[i]) ":* -@all +ping +eval +time +get +set"
    printf "user %s on >%s resetchannels %s\n", order[i], password[order[i]], rights
  }
}
