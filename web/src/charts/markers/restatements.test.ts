import { describe, expect, it } from "vitest";
import { restatement } from "@/testing/timeseriesFixtures";
import { restatementGroups, restatementMarks, restatementText } from "./restatements";

const ethereum = { symbol: null, colour: null, classSlug: null, group: null, peg: null };
const networks = new Map([["ethereum", { ...ethereum, name: "Ethereum", feePoints: null }]]);

describe("restatements", () => {
  const rows = [
    restatement({ id: 1, date: "2026-11-02" }),
    restatement({ id: 2, date: "2026-11-03", value: 1.03 }),
    restatement({
      id: 3,
      series_id: 2,
      subject_name: "Birch Fund (sample)",
      date: "2026-10-01",
      known_at: "2026-11-21T00:00:00.000Z",
    }),
  ];

  it("of one series that came with one load are one, the latest known first", () => {
    const found = restatementGroups(rows);
    expect(found.map(({ name, from, to, count }) => ({ name, from, to, count }))).toEqual([
      { name: "Birch Fund (sample)", from: "2026-10-01", to: "2026-10-01", count: 1 },
      { name: "Alder Fund (sample)", from: "2026-11-02", to: "2026-11-03", count: 2 },
    ]);
  });

  it("of a subject on one network say which", () => {
    const token = { subject_kind: "token", subject_slug: "ethereum:0x1" } as const;
    for (const part of [{ network_slug: "ethereum" }, token]) {
      const [found] = restatementGroups([restatement(part)]);
      expect(found?.name).toBe("Alder Fund (sample) on ethereum");
      const [named] = restatementGroups([restatement(part)], networks);
      expect(named).toMatchObject({
        name: "Alder Fund (sample) on Ethereum",
        network: "Ethereum",
      });
    }
  });

  it("say what was and what is, or that it is withheld", () => {
    const words = (part: Parameters<typeof restatement>[0]) =>
      restatementGroups([restatement(part)]).map(restatementText);
    expect(words({})).toEqual(["2 Nov 2026: $1.02 (was $1, +2.00%)"]);
    expect(words({ value: null, reason: "nav_jump" })).toEqual(["2 Nov 2026: withheld (was $1)"]);
    expect(words({ value: null })).toEqual(["2 Nov 2026: withdrawn (was $1)"]);
    expect(words({ earlier_value: null, earlier_reason: "nav_jump" })).toEqual([
      "2 Nov 2026: $1.02 (was withheld)",
    ]);
    expect(words({ value: null, earlier_value: null, earlier_reason: "nav_jump" })).toEqual([
      "2 Nov 2026: withdrawn (was withheld)",
    ]);
  });

  it("are marked where their days are shown, and nowhere else", () => {
    const days = ["2026-11-01", "2026-11-02", "2026-11-03"];
    const marks = restatementMarks({ rows, networks }, days, "day");
    expect(marks).toHaveLength(1);
    expect(marks[0]).toMatchObject({ day: "2026-11-02", shape: "disc" });
    expect(marks[0]?.sentence).toContain("restated on 20 Nov 2026");
  });

  it("are marked in the interval of their first day, also in the last one", () => {
    const marks = restatementMarks(
      { rows, networks },
      ["2026-09-01", "2026-10-01", "2026-11-01"],
      "month",
    );
    expect(marks.map(({ day }) => day)).toEqual(["2026-10-01", "2026-11-01"]);
  });
});
