// Finds the files that have to be edited for a service beside its own, and fails where they are more than six.
//   node service-places.mjs [<root>]     the check
//   node service-places.mjs <root> name  prints the files of one service
//
// A service's own files are its folder, its .proto files and its files in gateway/src/procedures. Of all others, a file
// names the service when its name stands in it as a word, or in capitals at the beginning of a setting (CATALOG_URL).
// Not counted, because adding or removing a service does not mean editing them:
// - documents and comments; .env.example and deploy/asvs.csv are documents,
// - tests and measurements,
// - files that `make generate` writes,
// - shipped data,
// - callers: screens, procedures, other services, and any Rust or .proto file that only uses the types, the client or the
//   events of the service; likewise the option of a call that names the programs that may make it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const MOST = 6;
const [root = join(import.meta.dirname, "../.."), only] = process.argv.slice(2);

const documents = /\.md$|^(LICENSE|\.env\.example|deploy\/asvs\.csv)$/;
const tests = /(^|\/)(tests?|e2e|fuzz|bench|peers|ci)\/|[./_-]test\.|(^|\/)tests\.rs$|^deploy\/local\/(journeys|pictures|service-places\.mjs)$/;
const generated = /^(Cargo\.lock|helm\/rendered\/.*|helm\/values\.schema\.json|gateway\/settings\.txt|proto\/declared\/events\.txt)$|\.snap$/;
const data = /^deploy\/seed\//;
const callers = /^(web|services\/(?!libs\/)[^/]+)\/|^gateway\/src\/procedures\/(?!mod\.rs$)/;
// Here the word means something else: who may make a call, an action of policies, a content coding, a kind of column, the sample universe itself.
const homonyms = {
  access: /^(deploy\/local\/generate|gateway\/src\/call\/mod\.rs|proto\/protos\/(assay|identity)\.proto)$/,
  identity: /^gateway\/src\/.*coding\.rs$|\.sql$/,
  timeseries: /^proto\/protos\/access\.proto$/,
  sample: /^(Makefile|deploy\/local\/(up|test|kind-places\.mjs))$/,
};
const list = "services/services.txt";

const git = (...words) => execFileSync("git", ["-C", root, ...words], { encoding: "utf8", maxBuffer: 64 << 20 });
const read = (path) => {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return ""; // Deleted and not committed yet.
  }
};

// Lines that are nothing but a comment, name the callers of a call or import definitions, and the tests at the end of a Rust file.
const withoutComments = (path, text) =>
  (path.endsWith(".rs") ? text.split(/^#\[cfg\(test\)\]/m)[0] : text)
    .split("\n")
    .filter((line) => !/^\s*(#(?!\[)|\/\/|--|\{\{- \/\*|option \(assay\.access\)|import "\w+\.proto";)/.test(line))
    .join("\n");

// In Rust a name stands in a text, alone or before a package or a path ("catalog", ".catalog.v1", "/catalog.v1",
// "CATALOG_URL"; not "sample_count"), in a static of its own, as a module or as a domain of data (Domain::Catalog); every
// other word is a variable or a call.
const inRust = (name, upper) => {
  const text = `"[./]?(${name}(["/]|\\.v\\d)|evt\\.${name}\\.|${upper}_|EVT_${upper})`;
  const domain = `\\bDomain::${upper[0]}${name.slice(1)}\\b`;
  return new RegExp(`${text}|\\bstatic ${upper}\\b|\\bmod ${name};|${domain}`);
};
const inText = (name, upper) => new RegExp(`(?<![A-Za-z0-9_])(${name}(?![A-Za-z0-9_])|${upper}(?![A-Z0-9]))`);

// In a definition a type of the service (catalog.v1.Asset) is a use of it.
const inDefinition = (name) => new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_]|\\.v\\d)`);

function patternOf(path) {
  if (path.endsWith(".rs")) return inRust;
  return path.endsWith(".proto") ? inDefinition : inText;
}

function names(path, text, name) {
  const pattern = patternOf(path);
  return pattern(name, name.toUpperCase()).test(text) && !homonyms[name]?.test(path);
}

function placesOf(name, files) {
  const own = new RegExp(`^(services/${name}/|proto/protos/${name}[._]|gateway/src/procedures/${name}[._])`);
  return files.filter(({ path, text }) => !own.test(path) && names(path, text, name)).map(({ path }) => path);
}

const counted = (path) => path === list || ![documents, tests, generated, data, callers].some((kind) => kind.test(path));
const files = git("ls-files", "--cached", "--others", "--exclude-standard")
  .split("\n")
  .filter((path) => path && counted(path))
  .map((path) => ({ path, text: withoutComments(path, read(path)) }));

const services = read(list)
  .split("\n")
  .filter((line) => line.trim() && !line.startsWith("#"))
  .map((line) => line.split(/\s+/)[0])
  .filter((name) => name !== "gateway");

let code = 0;
for (const name of only ? [only] : services) {
  const places = placesOf(name, files);
  if (only) console.log(places.join("\n"));
  if (places.length <= MOST) continue;
  console.error(`${places.length} files beside its own name the service ${name}; the limit is ${MOST}:`);
  for (const path of places) console.error(`  ${path}`);
  code = 1;
}
process.exit(code);
