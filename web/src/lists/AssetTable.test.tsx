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

function show(shown: typeof rows, total?: string) {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
    }),
  );
  return render(
    <AssetTable
      title="Yields and fees"
      lead="Simple yearly yields."
      classSlug="treasury-products"
      columns={[{ id: "slug", header: "Slug", kind: "text", cell: ({ key }) => key }]}
      rows={shown}
      {...(total !== undefined && { total })}
      answers={[]}
      origin={async () => ({})}
      empty={{ title: "Nothing known", text: "Nothing." }}
    />,
  );
}

it("says that it shows the first of many, and shows all on request", async () => {
  const { user } = show(rows);
  const table = within(screen.getByRole("table", { name: "Yields and fees" }));
  expect(table.getAllByRole("row")).toHaveLength(1 + 12);
  expect(screen.getByText("Simple yearly yields. First 12 of 30.")).toBeVisible();
  expect(screen.getByRole("button", { name: "CSV" })).toBeEnabled();
  await user.click(screen.getByRole("button", { name: "Show all 30" }));
  expect(table.getAllByRole("row")).toHaveLength(1 + 30);
  expect(screen.getByText("Simple yearly yields.")).toBeVisible();
});

it("marks a total in which any row includes sample data", () => {
  const real = rows.slice(0, 3).map((row) => ({ ...row, sample: false }));
  const { unmount } = show(real, "All 3 of gold");
  const total = () => screen.getByRole("rowheader", { name: /^All \d of gold/ });
  expect(total()).not.toHaveTextContent("Sample");
  unmount();
  show([...real, ...rows.slice(3, 4)], "All 4 of gold");
  expect(total()).toHaveTextContent("Sample");
});
