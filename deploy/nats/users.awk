# Prints the users of the bus, one for each service, with permissions that follow from services/services.txt: a service publishes
# only its own events, receives its own and those that it follows, creates and reads the streams of both, and writes to the
# stream of dead letters.
#   awk -f users.awk logins services.txt      logins: lines with a name and a password
# A service may have a second login, <name>_next, while its password is replaced. A line with subjects behind the password, such as
# evt.catalog.>,evt.timeseries.>, is a team that reads these events and does nothing else: new ones by subscribing, earlier ones
# from the stream by their numbers, with inboxes that begin with _INBOX_<name>. It makes no consumer, as the server would send
# for it to any subject. Any other user, such as that of the tests, has all permissions.

FILENAME == ARGV[1] { password[$1] = $2; reads[$1] = $3; order[++known] = $1; next }
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

function reader(name,    inbox, subject, count, i, of) {
  inbox = "_INBOX_" name ".>"
  rights = ""
  count = split(reads[name], subject, ",")
  for (i = 1; i <= count; i++) {
    of = stream_of(subject[i])
    allow("$JS.API.STREAM.INFO." of)
    allow("$JS.API.STREAM.MSG.GET." of)
    allow("$JS.API.DIRECT.GET." of)
    allow("$JS.API.DIRECT.GET." of ".>")
  }
  printf "    { user: \"%s\", password: \"%s\", permissions: {\n", name, password[name]
  printf "        publish: { allow: [%s] }\n", rights
  rights = ""
  allow(inbox)
  for (i = 1; i <= count; i++) allow(subject[i])
  printf "        subscribe: { allow: [%s] } } }\n", rights
}

function user(login,    name, subject, count, i) {
  name = login
  sub(/_next$/, "", name)
  if (!(name in listed) && reads[login] != "") {
    reader(login)
    return
  }
  if (!(name in listed)) {
    printf "    { user: \"%s\", password: \"%s\" }\n", login, password[login]
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
  printf "    { user: \"%s\", password: \"%s\", permissions: {\n", login, password[login]
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
