import { expect, it } from "vitest";
import { classKeyOf } from "./classColour";
import { seedRows } from "./files/seedRows";

it.each(seedRows("taxonomy_entries.csv"))(
  "of $asset_class_slug is that of its group $group_slug",
  ({ asset_class_slug, group_slug }) => {
    expect(classKeyOf(asset_class_slug)).toBe(classKeyOf(group_slug));
  },
);
