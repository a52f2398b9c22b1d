# Prints the users of the bus, one for each service, with permissions that follow from services/services.txt: a service publishes
# only its own events, receives its own and those that it follows, creates and reads the streams of both, and writes to the
# stream of dead letters.
#   awk -f users.awk passwords services.txt      passwords: lines with a name and a password
# A user that is not a service, such as that of the tests, has all permissions.

FILENAME == ARGV[1] { password[$1] = $2; order[++known] = $1; next }
/^[ \t]*(#|$)/ { next }
{ publishes[$1] = $5; follows[$1] = $6; listed[$1] = 1 }

function allow(subject) { rights = rights (rights == "" ? "" : ", ") "\"" subject "\"" }

# evt.catalog.> is kept by EVT_CATALOG.
function stream_of(subject,    part) {
  split(subject, part, ".")
  return "EVT_" toupper(part[2])
}

function stream(name) {
  allow("$JS.API.STREAM.INFO." name)
  allow("$JS.API.STREAM.CREATE." name)
  allow("$JS.API.STREAM.UPDATE." name)
  allow("$JS.API.STREAM.MSG.GET." name)
  allow("$JS.API.DIRECT.GET." name)
  allow("$JS.API.DIRECT.GET." name ".>")
}

function consumers(name) {
  allow("$JS.API.CONSUMER.CREATE." name ".>")
  allow("$JS.API.CONSUMER.DURABLE.CREATE." name ".*")
  allow("$JS.API.CONSUMER.INFO." name ".*")
  allow("$JS.API.CONSUMER.DELETE." name ".*")
  allow("$JS.API.CONSUMER.MSG.NEXT." name ".*")
  allow("$JS.ACK." name ".>")
}

function user(name,    subject, count, i) {
  if (!(name in listed)) {
    printf "    { user: \"%s\", password: \"%s\" }\n", name, password[name]
    return
  }
  rights = ""
  allow("_INBOX.>")
  stream("DLQ")
  count = split(publishes[name] == "-" ? "" : publishes[name], subject, ",")
  for (i = 1; i <= count; i++) {
    allow(subject[i])
    stream(stream_of(subject[i]))
    consumers(stream_of(subject[i]))
    allow("dlq.*." subject[i])
  }
  count = split(follows[name] == "-" ? "" : follows[name], subject, ",")
  for (i = 1; i <= count; i++) {
    stream(stream_of(subject[i]))
    consumers(stream_of(subject[i]))
    allow("dlq.*." subject[i])
  }
  printf "    { user: \"%s\", password: \"%s\", permissions: {\n", name, password[name]
  printf "        publish: { allow: [%s] }\n", rights
  rights = ""
  allow("_INBOX.>")
  count = split(publishes[name] "," follows[name], subject, ",")
  for (i = 1; i <= count; i++) if (subject[i] != "-") allow(subject[i])
  printf "        subscribe: { allow: [%s] } } }\n", rights
}

END {
  print "authorization {\n  users: ["
  for (i = 1; i <= known; i++) user(order[i])
  print "  ]\n}"
}
