# Prints the accounts and users of the bus, with rights that follow from services/services.txt and proto/declared/events.txt: a
# service publishes only the declared events of its own and makes only their stream, receives these and those that it follows or hears,
# reads the streams that it follows by durables of its own names (which it keeps in Postgres), and writes to the stream of dead letters,
# which is made by the one service whose line says so. Its inboxes begin with _INBOX_<name>. services/DECISIONS.md, 27, describes the
# remaining ways in which a user of the bus could do harm, and how the services refuse them.
#   awk -f users.awk logins services.txt events.txt      logins: lines with a name and a password
# A line with subjects behind the password, such as evt.catalog.>,evt.timeseries.>, is a team that reads these events and does nothing
# else: new ones by subscribing and, where the subjects are a whole stream, earlier ones by their numbers. It makes no consumer, as the
# server would send for it to any subject. A service or a team may have a second login, <name>_next, while its password is replaced:
# that of a team has the same subjects.
# The user of the tests may do everything in an account of its own. Another login is refused, and so is a run without
# declared events: nothing is printed but the reason.
#
# The server compares the subject of a request with the rights of its user, but not the subject to which the answer is to go. So
# each service and team has an account, where the answers arrive, and each stream has one without users. A stream imports nothing:
# an account sends to it only what it exports to that account. New events come from the account of their publisher.
#
# The account of a stream holds that one stream, on disk and no larger than the largest that is declared: nobody takes the room of others
# in max_file_store, which all of them fit into. A stream that an operator needs to be larger wants a larger disk_max_stream_bytes first.

/^[ \t]*(#|$)/ { next }
FILENAME == ARGV[1] { password[$1] = $2; reads[$1] = $3; words[$1] = NF; order[++known] = $1; next }
# Each subject and its stream; lines that begin with a stream state its bounds.
FILENAME == ARGV[3] {
  if ($1 ~ /^evt\./) {
    declared[$3] = declared[$3] " " $1
    events++
  } else if ($2 == "=" && $7 == "B," && $6 + 0 > largest + 0) largest = $6
  next
}
{
  publishes[$1] = $5; follows[$1] = $6; hears[$1] = $7; makes[$1] = $8; replaces[$1] = $9; listed[$1] = 1
  if ($5 != "-") publisher[stream_of(events_of($5))] = $1
}

function quoted(text) { return "\"" text "\"" }

function joined(list, item) { return list (list == "" ? "" : ", ") item }

# All events of a package.
function events_of(package) { return "evt." package ".>" }

# evt.catalog.> is kept by EVT_CATALOG, in the account of that name.
function stream_of(subject,    part) {
  split(subject, part, ".")
  return "EVT_" toupper(part[2])
}

function add_account(name) {
  if (name in is_made) return
  is_made[name] = 1
  accounts[++made] = name
}

# Lets one account use a subject of another: as a service, which is sent to and answers, or as a stream, which is received.
function share(from, with, kind, subject, answers,    export) {
  add_account(from)
  imports[with] = imports[with] sprintf("      { %s: { account: %s, subject: %s } }\n", kind, from, quoted(subject))
  export = kind ": " quoted(subject) (answers == "" ? "" : ", response_type: " answers)
  if (!((from, export) in users_of)) exports[from] = exports[from] export "\n"
  users_of[from, export] = joined(users_of[from, export], with)
}

function may_send(account, stream, subject, answers) {
  may_publish[account] = joined(may_publish[account], quoted(subject))
  share(stream, account, "service", subject, answers)
  has_streams[stream] = 1
}

# A message that came to a stream as to a service does not leave its account as a stream: it comes from its publisher.
function may_receive(account, subject,    from) {
  from = publisher[stream_of(subject)]
  may_subscribe[account] = joined(may_subscribe[account], quoted(subject))
  if (from != "" && from != account) share(from, account, "stream", subject)
}

function has_inboxes(account) {
  may_subscribe[account] = joined(may_subscribe[account], quoted("_INBOX_" account ".>"))
  # Without this import the server also answers each request to a stream of another account with an error: this account has no streams.
  share("NOBODY", account, "service", "$JS.API.INFO")
}

# Rights of the service that makes a stream. They include emptying it, since an update may lower its size limit.
function own(account, stream) {
  may_send(account, stream, "$JS.API.STREAM.INFO." stream)
  may_send(account, stream, "$JS.API.STREAM.CREATE." stream)
  may_send(account, stream, "$JS.API.STREAM.UPDATE." stream)
}

function known_stream(account, stream) {
  may_send(account, stream, "$JS.API.STREAM.INFO." stream)
  may_send(account, stream, "$JS.API.STREAM.MSG.GET." stream)
}

function durable(account, stream, name, subject) {
  may_send(account, stream, "$JS.API.CONSUMER.CREATE." stream "." name "." subject)
  may_send(account, stream, "$JS.API.CONSUMER.INFO." stream "." name)
  may_send(account, stream, "$JS.API.CONSUMER.DELETE." stream "." name)
  may_send(account, stream, "$JS.API.CONSUMER.MSG.NEXT." stream "." name, "stream")
  may_send(account, stream, "$JS.ACK." stream "." name ".>")
  may_send(account, "DLQ", "dlq." name "." subject)
}

# The durable of a service on a stream, and those that it replaces.
function durables(service, subject,    part, former, count, i) {
  split(subject, part, ".")
  durable(service, stream_of(subject), service "__" part[2], subject)
  count = split(replaces[service] == "-" ? "" : replaces[service], former, ",")
  for (i = 1; i <= count; i++) durable(service, stream_of(subject), former[i], subject)
}

function grant_team(name, subjects,    subject, count, i, stream) {
  has_inboxes(name)
  count = split(subjects, subject, ",")
  for (i = 1; i <= count; i++) {
    may_receive(name, subject[i])
    # A read by number returns any message of the stream.
    if (subject[i] !~ /^evt\.[^.]+\.>$/) continue
    stream = stream_of(subject[i])
    known_stream(name, stream)
    may_send(name, stream, "$JS.API.DIRECT.GET." stream, "stream")
    may_send(name, stream, "$JS.API.DIRECT.GET." stream ".>", "stream")
  }
}

# Rights of the service that publishes these events: its stream keeps all subjects of the package, but it may send the declared ones only.
function grant_publisher(name, all,    stream, subject, count, i) {
  stream = stream_of(all)
  count = split(declared[stream], subject, " ")
  for (i = 1; i <= count; i++) may_send(name, stream, subject[i])
  own(name, stream)
  may_send(name, stream, "$JS.API.STREAM.MSG.GET." stream)
  may_receive(name, all)
}

function grant_service(name,    package, count, i) {
  has_inboxes(name)
  # The watch of the gateway sends to itself.
  may_publish[name] = may_subscribe[name]
  if (publishes[name] != "-") grant_publisher(name, events_of(publishes[name]))
  count = split(makes[name] == "-" ? "" : makes[name], package, ",")
  for (i = 1; i <= count; i++) own(name, toupper(package[i]))
  count = split(hears[name] == "-" ? "" : hears[name], package, ",")
  for (i = 1; i <= count; i++) may_receive(name, events_of(package[i]))
  count = split(follows[name] == "-" ? "" : follows[name], package, ",")
  for (i = 1; i <= count; i++) may_receive(name, events_of(package[i]))
  if (count == 0) return
  for (i = 1; i <= count; i++) {
    known_stream(name, stream_of(events_of(package[i])))
    durables(name, events_of(package[i]))
  }
  # Dead letters hold whole events, also those that this service may not follow.
  if (!index("," makes[name] ",", ",dlq,")) may_send(name, "DLQ", "$JS.API.STREAM.INFO.DLQ")
}

# The program or the team whose login it is; the name itself for the tests.
function account_of(user,    account) {
  account = user
  sub(/_next$/, "", account)
  return (account in listed || reads[user] != "") ? account : user
}

function refuse(user, reason) {
  print "login " user " of the bus: " reason | "cat 1>&2"
  refused = 1
}

function check_team(name,    team, subject, count, i) {
  team = account_of(name)
  if (team in listed) refuse(name, "a team cannot have the name of a program")
  if (team == "tests") refuse(name, "a team cannot have the name of the tests")
  # Names of streams, which are accounts too, have other letters.
  if (team !~ /^[a-z][a-z0-9]*$/) refuse(name, "the name of a team has small letters and digits")
  if (team in team_reads && team_reads[team] != reads[name]) refuse(name, "the other login of its team has other subjects")
  team_reads[team] = reads[name]
  count = split(reads[name], subject, ",")
  for (i = 1; i <= count; i++)
    if (subject[i] !~ /^evt\.[a-z]+(\.([a-z0-9_]+|\*))*\.([a-z0-9_]+|\*|>)$/)
      refuse(name, "subjects look like evt.SERVICE.>, not " quoted(subject[i]))
    else if (!(stream_of(subject[i]) in publisher)) refuse(name, "no service publishes " subject[i])
}

function check_login(user) {
  if (user in is_checked) {
    refuse(user, "it is there twice")
    return
  }
  is_checked[user] = 1
  if (words[user] > 3) refuse(user, "only commas stand between its subjects")
  if (reads[user] != "") check_team(user)
  else if (!(account_of(user) in listed) && user != "tests") refuse(user, "it names no subjects behind the password")
}

# The first login of an account gets its rights.
function add_login(user,    account, rights) {
  account = account_of(user)
  add_account(account)
  if (!(account in logins)) {
    if (reads[user] != "") grant_team(account, reads[user])
    else if (account in listed) grant_service(account)
    else has_streams[account] = 1
  }
  if (may_subscribe[account] != "")
    rights = sprintf(", permissions: {\n        publish: { %s }\n        subscribe: { allow: [%s] } }",
      # An empty list would allow everything.
      may_publish[account] == "" ? "deny: [\">\"]" : "allow: [" may_publish[account] "]", may_subscribe[account])
  logins[account] = logins[account] sprintf("      { user: %s, password: %s%s }\n", quoted(user), quoted(password[user]), rights)
}

function print_account(name,    export, count, i) {
  printf "  %s {\n", name
  if (name in has_streams) print "    jetstream: " (name in logins ? "enabled" : bounds)
  if (name in logins) printf "    users: [\n%s    ]\n", logins[name]
  if (name in imports) printf "    imports: [\n%s    ]\n", imports[name]
  count = split(exports[name], export, "\n")
  if (count > 0) print "    exports: ["
  for (i = 1; i < count; i++) printf "      { %s, accounts: [%s] }\n", export[i], users_of[name, export[i]]
  if (count > 0) print "    ]"
  print "  }"
}

END {
  # Without events, services would have no right to publish and would notice only when they try.
  if (!events) {
    print "users.awk: the third file, events.txt, declares no event" | "cat 1>&2"
    exit 1
  }
  if (!largest) {
    print "users.awk: the third file, events.txt, gives no stream a size" | "cat 1>&2"
    exit 1
  }
  for (i = 1; i <= known; i++) check_login(order[i])
  if (refused) exit 1
  for (i = 1; i <= known; i++) add_login(order[i])
  bounds = "{ max_memory: 0, max_streams: 1, max_bytes_required: true, disk_max_stream_bytes: " largest " }"
  print "accounts {"
  for (i = 1; i <= made; i++) print_account(accounts[i])
  print "}"
}
