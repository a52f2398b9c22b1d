/** The request of a view, as a program can repeat it. */
export type ProgramRequest =
  | { kind: "file"; name: string; query: object }
  | { kind: "call"; procedure: string; input: object };

export type Language = "curl" | "Python" | "Rust";

type Call = { address: string; parameter: string; query: object };

/** Files arrive line by line, with their sources and licences; the format suits the program. */
function callOf(request: ProgramRequest, origin: string, format: "csv" | "ndjson"): Call {
  return request.kind === "file"
    ? {
        address: `${origin}/api/download/${request.name}.${format}`,
        parameter: "query",
        query: request.query,
      }
    : {
        address: `${origin}/api/trpc/${request.procedure}`,
        parameter: "input",
        query: request.input,
      };
}

/**
 * A value as JSON whose every letter can be seen. Addresses are written by anybody: letters that hide or turn others would
 * show another program than the one that runs, and Rust refuses them.
 */
function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) =>
    letter.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** A text as one quoted word of a shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curlText(request: ProgramRequest, origin: string): string {
  const { address, parameter, query } = callOf(request, origin, "csv");
  const lines = [
    "curl --fail-with-body --silent --show-error --compressed --get",
    `  ${shellWord(address)}`,
    `  --data-urlencode ${shellWord(`${parameter}=${jsonText(query)}`)}`,
  ];
  return `${lines.join(" \\\n")}\n`;
}

/** A value as Python writes it; texts are written alike in both. */
function pythonValue(value: unknown, margin: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return jsonText(value);
  const inner = `${margin}    `;
  const parts = Array.isArray(value)
    ? value.map((part) => pythonValue(part, inner))
    : Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([name, part]) => `${jsonText(name)}: ${pythonValue(part, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${margin}${close}`;
}

function pythonText(request: ProgramRequest, origin: string): string {
  const { address, parameter, query } = callOf(request, origin, "ndjson");
  const reading =
    request.kind === "file"
      ? `    rows = [json.loads(line) for line in response]

# The last line lists the licences of the rows above it.
licences = rows.pop()["_file"]["licences"]
for row in rows:
    print(row)
`
      : `    result = json.load(response)["result"]["data"]

print(json.dumps(result, indent=2))
`;
  return `import json
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

ADDRESS = ${JSON.stringify(address)}
QUERY = ${pythonValue(query, "")}

parameters = urlencode({"${parameter}": json.dumps(QUERY)})
try:
    response = urlopen(f"{ADDRESS}?{parameters}", timeout=60)
except HTTPError as error:
    raise SystemExit(error.read().decode())
with response:
${reading}`;
}

/** A text between as many signs as it does not hold itself. */
function rustText(text: string): string {
  let signs = "#";
  while (text.includes(`"${signs}`)) signs += "#";
  return `r${signs}"${text}"${signs}`;
}

function rustProgram(request: ProgramRequest, origin: string): string {
  const { address, parameter, query } = callOf(request, origin, "csv");
  return `// cargo add reqwest --features blocking
use std::error::Error;
use std::time::Duration;

const ADDRESS: &str = ${JSON.stringify(address)};
const QUERY: &str = ${rustText(jsonText(query))};

fn main() -> Result<(), Box<dyn Error>> {
    let address = reqwest::Url::parse_with_params(ADDRESS, [("${parameter}", QUERY)])?;
    let client = reqwest::blocking::Client::builder().timeout(Duration::from_secs(60)).build()?;
    let response = client.get(address).send()?;
    let is_success = response.status().is_success();
    let text = response.text()?;
    if !is_success {
        return Err(text.into());
    }
    print!("{text}");
    Ok(())
}
`;
}

/** A whole program that sends the same request to an installation. */
export function programOf(language: Language, request: ProgramRequest, origin: string): string {
  if (language === "curl") return curlText(request, origin);
  return language === "Python" ? pythonText(request, origin) : rustProgram(request, origin);
}
