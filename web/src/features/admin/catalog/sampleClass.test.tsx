import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Asset, ResourceMeta } from "@/api/contract";
import { fieldMeta, sampleAsset } from "@/testing/catalogFixtures";
import { mockServer } from "../adminFixtures";
import { calls, entry, meta, none, open, save, second } from "./recordFixtures";

const assets: ResourceMeta = {
  ...meta,
  resource: "assets",
  referencedBy: [],
  fields: [
    fieldMeta("id", "id", { derived: true }),
    fieldMeta("slug", "slug", { nullable: false }),
    fieldMeta("name", "text", { nullable: false }),
    fieldMeta("asset_class_slug", "slug", { refersTo: "asset_classes", nullable: false }),
    fieldMeta("classified_on", "date"),
    fieldMeta("website", "text"),
    fieldMeta("source", "text", { nullable: false }),
    fieldMeta("licence", "text", { nullable: false }),
    fieldMeta("retrieved_on", "date", { nullable: false }),
    fieldMeta("updated_at", "instant", { nullable: false, derived: true }),
  ],
};

const generated = sampleAsset({ slug: "alder-sample", name: "Alder (sample)", is_sample: true });
const moved: Asset = {
  ...generated,
  asset_class_slug: "public-equity",
  asset_class_name: "Stocks",
  classified_on: "2026-11-20",
};
const change = {
  ...entry,
  resource: "assets",
  slug: moved.slug,
  columns: ["asset_class_slug", "classified_on"],
  before: { asset_class_slug: generated.asset_class_slug },
  after: { asset_class_slug: moved.asset_class_slug, classified_on: moved.classified_on },
};

it("offers the class of a sample asset alone, and takes it back with its day", async () => {
  const sent: unknown[] = [];
  let kept = moved;
  mockServer({
    ...calls,
    "assets.get": () => kept,
    "assets.meta": () => assets,
    "assetClasses.list": () => none,
    "catalog.changes": () => ({ results: [change], next_cursor: null }),
    "catalog.save": (input) => {
      sent.push(input);
      kept = { ...generated, updated_at: second };
      return { results: [{ id: 1, slug: moved.slug, action: "updated", updated_at: second }] };
    },
  });
  const { user } = open({ kind: "assets", slug: moved.slug });
  expect(
    await screen.findByText("Only the class of this sample can be edited"),
  ).toBeInTheDocument();
  const day = await screen.findByLabelText("Classified on");
  expect(day).toHaveValue("2026-11-20");
  expect(screen.getByRole("combobox", { name: "Asset class" })).toBeInTheDocument();
  for (const name of ["Name", "Website", "Source", "Licence"])
    expect(screen.queryByRole("textbox", { name })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove asset" })).toBeNull();
  expect(screen.getByText(/^Totals before and after the change/)).toBeInTheDocument();

  await user.clear(day);
  await user.click(save());
  expect(await screen.findByText(/^Saved$/)).toBeInTheDocument();
  const record = { slug: moved.slug, classified_on: null, updated_at: moved.updated_at };
  expect(sent).toEqual([{ resource: "assets", records: [record] }]);
  expect(day).toHaveValue("");
});
