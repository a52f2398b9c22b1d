import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { AssetTable } from "./AssetTable";

const rows = Array.from({ length: 30 }, (_, at) => ({
  key: `fund-${at}`,
  name: `Fund ${at} (sample)`,
  symbol: null,
  sample: true,
}));

it("says that it shows the first of many, and shows all on request", async () => {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
    }),
  );
  const { user } = render(
    <AssetTable
      title="Yields and fees"
      lead="Simple yearly yields."
      classSlug="treasury-products"
      columns={[{ id: "slug", header: "Slug", kind: "text", cell: ({ key }) => key }]}
      rows={rows}
      answers={[]}
      origin={async () => ({})}
      empty={{ title: "Nothing known", text: "Nothing." }}
    />,
  );
  const table = within(screen.getByRole("table", { name: "Yields and fees" }));
  expect(table.getAllByRole("row")).toHaveLength(1 + 12);
  expect(screen.getByText("Simple yearly yields. First 12 of 30.")).toBeVisible();
  expect(screen.getByRole("button", { name: "CSV" })).toBeEnabled();
  await user.click(screen.getByRole("button", { name: "Show all 30" }));
  expect(table.getAllByRole("row")).toHaveLength(1 + 30);
  expect(screen.getByText("Simple yearly yields.")).toBeVisible();
});
