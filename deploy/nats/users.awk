# Prints the users of the bus, one for each service, with permissions that follow from services/services.txt: a service publishes
# only its own events and makes only their stream, receives these and those that it follows, reads the streams that it follows by
# durables of its own names (which it keeps in Postgres), and writes to the stream of dead letters. Its inboxes begin with
# _INBOX_<name>, and it can neither listen to those of others nor send to them. What a user of the bus can do nevertheless, and how
# the services refuse it: services/DECISIONS.md, 27.
#   awk -f users.awk logins services.txt      logins: lines with a name and a password
# A service may have a second login, <name>_next, while its password is replaced. A line with subjects behind the password, such as
# evt.catalog.>,evt.timeseries.>, is a team that reads these events and does nothing else: new ones by subscribing, earlier ones
# from the stream by their numbers, with inboxes that begin with _INBOX_<name>. It makes no consumer, as the server would send
# for it to any subject. Any other user, such as that of the tests, has all permissions.

FILENAME == ARGV[1] { password[$1] = $2; reads[$1] = $3; order[++known] = $1; next }
/^[ \t]*(#|$)/ { next }
{ needs[$1] = $3; publishes[$1] = $5; follows[$1] = $6; replaces[$1] = $7; listed[$1] = 1 }

function allow(subject) { rights = rights (rights == "" ? "" : ", ") "\"" subject "\"" }

# evt.catalog.> is kept by EVT_CATALOG.
function stream_of(subject,    part) {
  split(subject, part, ".")
  return "EVT_" toupper(part[2])
}

# What a publisher does with its stream. To update one is to empty it, as a bound may be made smaller.
function own(name) {
  known_stream(name)
  allow("$JS.API.STREAM.CREATE." name)
  allow("$JS.API.STREAM.UPDATE." name)
}

function known_stream(name) {
  allow("$JS.API.STREAM.INFO." name)
  allow("$JS.API.STREAM.MSG.GET." name)
}

function durable(stream, name, subject) {
  allow("$JS.API.CONSUMER.CREATE." stream "." name "." subject)
  allow("$JS.API.CONSUMER.INFO." stream "." name)
  allow("$JS.API.CONSUMER.DELETE." stream "." name)
  allow("$JS.API.CONSUMER.MSG.NEXT." stream "." name)
  allow("$JS.ACK." stream "." name ".>")
  allow("dlq." name "." subject)
}

# The durable of a service on a stream, and those that it replaces.
function durables(service, subject,    part, former, count, i) {
  split(subject, part, ".")
  durable(stream_of(subject), service "__" part[2], subject)
  count = split(replaces[service] == "-" ? "" : replaces[service], former, ",")
  for (i = 1; i <= count; i++) durable(stream_of(subject), former[i], subject)
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
  if (reads[login] != "") {
    reader(login)
    return
  }
  if (!(name in listed)) {
    printf "    { user: \"%s\", password: \"%s\" }\n", login, password[login]
    return
  }
  rights = ""
  allow("_INBOX_" name ".>")
  count = split(publishes[name] == "-" ? "" : publishes[name], subject, ",")
  for (i = 1; i <= count; i++) {
    allow(subject[i])
    own(stream_of(subject[i]))
  }
  # A durable needs tables of handled events. Others only listen.
  count = 0
  if (index("," needs[name] ",", ",postgres,")) count = split(follows[name] == "-" ? "" : follows[name], subject, ",")
  for (i = 1; i <= count; i++) {
    known_stream(stream_of(subject[i]))
    durables(name, subject[i])
  }
  if (count > 0) {
    known_stream("DLQ")
    allow("$JS.API.STREAM.CREATE.DLQ")
  }
  printf "    { user: \"%s\", password: \"%s\", permissions: {\n", login, password[login]
  printf "        publish: { allow: [%s] }\n", rights
  rights = ""
  allow("_INBOX_" name ".>")
  count = split(publishes[name] "," follows[name], subject, ",")
  for (i = 1; i <= count; i++) if (subject[i] != "-") allow(subject[i])
  printf "        subscribe: { allow: [%s] } } }\n", rights
}

END {
  print "authorization {\n  users: ["
  for (i = 1; i <= known; i++) user(order[i])
  print "  ]\n}"
}
