// Finds the files that have to be edited for a kind of record of the catalog, and fails where they are more than eight.
//   node kind-places.mjs [<root>]        the check, of the kind that shows how one is added
//   node kind-places.mjs <root> bridges  prints the files of another kind, by the name of its table
//
// A file belongs to a kind when the name of one of its records stands in it, as in reserve_reports, reserveReports,
// ReserveReport or "Reserve report". Not counted, because adding a kind does not mean editing them:
// - documents and comments,
// - tests,
// - files that `make generate` writes,
// - shipped data and the sample universe,
// - migrations of other tables, which change those of several kinds at once.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const MOST = 8;
/** It has a list, single records, events, tabs on two pages, and its form in the editor. */
const MODEL = "reserve_reports";
const [root = join(import.meta.dirname, "../.."), only] = process.argv.slice(2);
const kind = only ?? MODEL;

const documents = /\.md$/;
const tests = /(^|\/)(tests?|e2e)\/|[./_-]test\.|Fixtures\.|^deploy\/local\/kind-places\.mjs$/;
const generated = /^(web\/src\/api\/contract\.ts|helm\/rendered\/.*|proto\/declared\/events\.txt)$/;
const data = /^(deploy\/seed|services\/sample)\//;
const others = (path) => path.includes("/migrations/") && !path.endsWith(`_${kind}.sql`);

const one = kind.replace(/ies$/, "y").replace(/s$/, "");
const name = new RegExp(one.replaceAll("_", "[_ -]?"), "i");

const withoutComments = (text) =>
  text
    .split("\n")
    .filter((line) => !/^\s*(\/\/|--|#(?!\[)|\/?\*)/.test(line))
    .join("\n");

const listed = execFileSync("git", ["-C", root, "ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
  maxBuffer: 64 << 20,
});

function read(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return ""; // Deleted and not committed yet.
  }
}

const places = listed
  .split("\n")
  .filter((path) => path && ![documents, tests, generated, data].some((kind) => kind.test(path)) && !others(path))
  .filter((path) => name.test(withoutComments(read(path))));

if (only || places.length > MOST) console.log(places.join("\n"));
if (places.length === 0) {
  console.error(`no file names ${kind}`);
  process.exit(1);
}
if (!only && places.length > MOST) {
  console.error(`${places.length} files name the kind ${kind}; the limit is ${MOST}`);
  process.exit(1);
}
