import { describe, expect, it } from "vitest";
import { colourStepOf } from "@/lib/entityColourStep";
import { stableHash } from "@/lib/stableHash";
import { type ColouredEntity, dashOf, entityColours, stripesOf } from "./entityColour";

function ids(seed: number, count: number): ColouredEntity[] {
  return Array.from({ length: count }, (_, index) => ({ id: `entity-${seed}-${index * 7}` }));
}

function shuffled(entities: readonly ColouredEntity[], seed: number): ColouredEntity[] {
  return entities.toSorted((a, b) => stableHash(`${seed}${a.id}`) - stableHash(`${seed}${b.id}`));
}

describe("colours of entities", () => {
  it("are the same whichever other entities are drawn, and those of their monograms", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const entities = ids(seed, 1 + (seed % 16));
      const colours = entityColours(shuffled(entities, seed));
      for (const { id } of entities) {
        expect(colours.get(id)?.step).toBe(colourStepOf(id));
        expect(entityColours([{ id }]).get(id)).toEqual({ step: colourStepOf(id), pattern: 0 });
      }
    }
  });

  it("tells apart by pattern those whose colours meet, whatever their order", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const entities = ids(seed, 16);
      const colours = entityColours(entities);
      const looks = entities.map(({ id }) => JSON.stringify(colours.get(id)));
      expect(new Set(looks).size).toBe(16);
      expect(entityColours(shuffled(entities, seed))).toEqual(colours);
    }
  });

  it("colours a line of an entity as the entity", () => {
    const lines = [{ id: "asset:alder-fund-sample::sample", entity: "alder-fund-sample" }];
    const [colour] = entityColours(lines).values();
    expect(colour?.step).toBe(colourStepOf("alder-fund-sample"));
  });

  it("greys what is beyond sixteen", () => {
    const entities = ids(3, 60);
    const colours = entityColours(entities);
    for (const { id } of entities.slice(0, 16)) expect(colours.get(id)?.step).toBeGreaterThan(0);
    for (const { id } of entities.slice(16)) expect(colours.get(id)).toBeUndefined();
  });

  it("gives classes the colour they have everywhere", () => {
    const colours = entityColours([
      { id: "x" },
      { id: "bills", classKey: "treasuries" },
      { id: "homes", classKey: "real-estate" },
    ]);
    expect(colours.get("bills")?.step).toBe(1);
    expect(colours.get("homes")?.step).toBe(7);
  });

  it("gives the networks that stand together colours of their own", () => {
    const networks = ["ethereum", "bsc", "solana", "polygon", "arbitrum", "xdc", "stellar"];
    const colours = entityColours([...networks, "avalanche"].map((id) => ({ id })));
    expect(new Set([...colours.values()].map(({ step }) => step)).size).toBe(8);
  });

  it("has a dash and stripes for what shares its colour, and none for what is alone", () => {
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map((pattern) => dashOf(pattern)?.join())).size).toBe(
      8,
    );
    expect(new Set([1, 2, 3, 4].map(stripesOf)).size).toBe(4);
    expect(dashOf(0)).toBeUndefined();
    expect(stripesOf(0)).toBeUndefined();
  });
});
