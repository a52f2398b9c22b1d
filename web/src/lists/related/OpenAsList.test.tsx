import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { OpenAsList } from "./OpenAsList";

beforeEach(() =>
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
    }),
  ),
);

const compliance = "/compliance?filter=asset_slug:is:dai";
const transactions = "/transactions?filter=asset_slug:is:dai";

function show(defaultFeatures: readonly string[]) {
  server.use(http.get("*/config.json", () => HttpResponse.json({ defaultFeatures })));
  render(
    <>
      <OpenAsList href={compliance} />
      <OpenAsList href={transactions} />
    </>,
  );
}

const led = () =>
  screen.getAllByRole("link", { name: "Open as list" }).map((link) => link.getAttribute("href"));

it("leads to a list with a condition whose page is open to everybody", async () => {
  show([]);
  expect(await screen.findAllByRole("link")).toHaveLength(1);
  expect(led()).toEqual([compliance]);
});

it("leads to a page behind a feature only where that is on", async () => {
  show(["enable-experimental-features"]);
  await expect.poll(led).toEqual([compliance, transactions]);
});
