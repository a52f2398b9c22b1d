import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampleNetwork } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { procedures, server } from "@/testing/server";
import { line } from "@/testing/timeseriesFixtures";
import { DerivedInputs } from "./DerivedInputs";

const token = (slug: string) =>
  line({ subject_kind: "token", subject_slug: slug, series_id: -slug.length });

const part = (slug: string, value: number) => ({
  role: "Alder Fund (sample)",
  series: token(slug),
  from: null,
  to: "2026-11-19",
  value,
  versions: [],
});

it("names the network of each token, and says which is on none", async () => {
  server.use(
    procedures({
      "networks.list": () => ({
        results: [sampleNetwork({ slug: "zksync-era", name: "ZKsync Era" })],
        pagination: { page: 1, perPage: 100, pageCount: 1, resultCount: 1, nextCursor: null },
      }),
    }),
  );
  const supply = { ...part("zksync-era:0xa1", 3), role: "Supply" };
  render(
    <DerivedInputs inputs={[part("zksync-era:0xa1", 1), part("book", 2), supply]} asOf={null} />,
  );
  expect(
    await screen.findByRole("button", { name: /^Alder Fund \(sample\) on ZKsync Era Sample/ }),
  ).toBeVisible();
  expect(
    screen.getByRole("button", { name: /^Alder Fund \(sample\), Off-Chain Sample/ }),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: /^Supply Sample/ })).toBeVisible();
});
