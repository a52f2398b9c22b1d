import { describe, expect, it } from "vitest";
import lists from "../../../../proto/declared/lists.json";
import { fileNumbers } from "./fileNumbers";
import { groupNumbers, listNumbers } from "./numbers";

const resources = Object.keys(lists) as Array<keyof typeof lists>;

describe.each(resources)("the numbers of %s", (resource) => {
  const declared: Record<string, { measure: string }> = lists[resource].columns;
  const numbers = listNumbers(resource);

  it("are those that the gateway sorts by", () => {
    expect(numbers.ranks).toEqual(Object.keys(declared));
  });

  it("are written to files as declared", () => {
    const file = fileNumbers(
      numbers,
      Object.keys(declared).map((id) => ({ id })),
    );
    expect(file).toMatchObject({
      subject_kind: lists[resource].subject_kind,
      group_by: lists[resource].group_by,
    });
    for (const [id, column] of Object.entries(declared)) {
      const { only: _only, ...rest } = column as Record<string, unknown>;
      expect(file?.columns[id]).toMatchObject(rest);
    }
  });
});

it("counts for platforms what headlines count", () => {
  expect(listNumbers("platforms").filter?.filters?.map(({ value }) => value)).toEqual([
    "distributed",
    true,
  ]);
});

it("groups assets by the fields that are dimensions", () => {
  expect(groupNumbers("network_slugs")?.by).toBe("network");
  expect(groupNumbers("status")).toBeUndefined();
});
