import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stableHash } from "@/lib/stableHash";
import { assignSteps, type Coloured, classSteps, dashOf } from "./entityColour";

function ids(seed: number, count: number): Coloured[] {
  return Array.from({ length: count }, (_, index) => ({ id: `entity-${seed}-${index * 7}` }));
}

function shuffled(entities: readonly Coloured[], seed: number): Coloured[] {
  return entities.toSorted((a, b) => stableHash(`${seed}${a.id}`) - stableHash(`${seed}${b.id}`));
}

describe("colours of entities", () => {
  it("gives the first sixteen sixteen different steps", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const steps = [...assignSteps(ids(seed, 16)).values()];
      expect(new Set(steps).size).toBe(16);
      expect(Math.min(...steps)).toBe(1);
      expect(Math.max(...steps)).toBe(16);
    }
  });

  it("does not depend on the order of up to eight entities", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const entities = ids(seed, 1 + (seed % 8));
      const first = assignSteps(entities);
      const second = assignSteps(shuffled(entities, seed));
      for (const { id } of entities) expect(second.get(id)).toBe(first.get(id));
    }
  });

  it("keeps the colour of an entity that collides with nobody, whoever else is there", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const entities = ids(seed, 6);
      const steps = assignSteps(entities);
      const wishes = entities.map(({ id }) => (stableHash(id) % 8) + 1);
      if (new Set(wishes).size < wishes.length) continue;
      entities.forEach(({ id }, index) => {
        expect(steps.get(id)).toBe(wishes[index]);
      });
    }
  });

  it("uses steps 1 to 8 for the first eight and greys what is beyond sixteen", () => {
    const entities = ids(3, 60);
    const steps = assignSteps(entities);
    for (const { id } of entities.slice(0, 8)) expect(steps.get(id)).toBeLessThanOrEqual(8);
    for (const { id } of entities.slice(8, 16)) expect(steps.get(id)).toBeGreaterThan(8);
    for (const { id } of entities.slice(16)) expect(steps.get(id)).toBe(0);
  });

  it("gives classes the colour they have everywhere, and never to another", () => {
    const steps = assignSteps([
      { id: "x" },
      { id: "bills", classKey: "treasuries" },
      { id: "y" },
      { id: "homes", classKey: "real-estate" },
      ...ids(9, 12),
    ]);
    expect(steps.get("bills")).toBe(1);
    expect(steps.get("homes")).toBe(7);
    expect(new Set(steps.values()).size).toBe(16);
  });

  it("has the steps of the classes that the tokens have", () => {
    const tokens = readFileSync("src/styles/tokens.css", "utf8");
    for (const [name, step] of Object.entries(classSteps))
      expect(tokens).toContain(`--cls-${name}:var(--cat-${step})`);
  });

  it("tells the later steps apart by a dash", () => {
    const patterns = Array.from({ length: 8 }, (_, index) => dashOf(index + 9)?.join());
    expect(new Set(patterns).size).toBe(8);
    expect(dashOf(4)).toBeUndefined();
  });
});
