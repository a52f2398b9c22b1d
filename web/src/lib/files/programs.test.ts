import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type ProgramRequest, programOf } from "./programs";

const origin = "https://assay.example";
const odd = `it's "quoted" \\ $HOME \`x\` # é "##`;
const query = {
  filter: { operator: "in", field: "name", value: [odd, "b"] },
  is_cohort: true,
  source: null,
  as_of: undefined,
  limit: 7,
};
const file: ProgramRequest = { kind: "file", name: "timeseries.get", query };
const call: ProgramRequest = { kind: "call", procedure: "assets.aggregate", input: query };

describe("a request as a program", () => {
  it("is one command for curl, whatever its texts hold", () => {
    const text = programOf("curl", file, origin);
    // The shell tells the words that curl would get.
    const output = execFileSync("sh", ["-c", text.replace(/^curl/, "printf '%s\\n'")]).toString();
    const words = output.trimEnd().split("\n");
    expect(words.slice(-3)).toEqual([
      `${origin}/api/download/timeseries.get.csv`,
      "--data-urlencode",
      `query=${JSON.stringify(query)}`,
    ]);
  });

  it("says the same in Python", () => {
    const text = programOf("Python", file, origin);
    expect(text).toContain(`ADDRESS = "${origin}/api/download/timeseries.get.ndjson"`);
    expect(text).toContain(`        "value": [\n            ${JSON.stringify(odd)},\n`);
    expect(text).toContain('    "is_cohort": True,\n    "source": None,\n    "limit": 7,\n}');
    expect(text).not.toContain("as_of");
    expect(text).toContain('rows.pop()["_file"]["licences"]');
    expect(programOf("Python", call, origin)).toContain('["result"]["data"]');
  });

  it.each(["curl", "Python", "Rust"] as const)(
    "shows every letter that it holds: %s",
    (language) => {
      const hidden = { name: "a\u202eb\u2066\u200b\u007f\u2028\u{e0001}é" };
      const text = programOf(language, { kind: "file", name: "assets", query: hidden }, origin);
      expect(text).toContain(String.raw`a\u202eb\u2066\u200b\u007f\u2028\udb40\udc01é`);
      expect(text).not.toMatch(/[^\P{C}\n]/u);
    },
  );

  it("is quoted for Rust by more signs than its texts hold", () => {
    const text = programOf("Rust", call, origin);
    expect(text).toContain(`"${origin}/api/trpc/assets.aggregate"`);
    expect(text).toContain(`r###"${JSON.stringify(query)}"###`);
    expect(text).toContain('[("input", QUERY)]');
  });
});
