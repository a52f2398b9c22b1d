import { renderHook, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { YieldScatter } from "./YieldScatter";

function fund(key: string, value: number | null) {
  const name = `${key} fund (sample)`;
  const rates = { week: 0.0412, month: 0.04, fee: 0.0015 };
  const rest = { classSlug: null, group: null, symbol: null, sample: true, marks: {} };
  return { key, name, value, ...rates, ...rest };
}

it("leads from a point to both of its numbers, and to that of its area", async () => {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
    }),
  );
  const funds = [fund("alder", 5e6), fund("birch", null), fund("cedar", 1e6)];
  const { user } = render(<YieldScatter funds={funds} origin={async () => ({})} />);
  const shown = renderHook(() => useOpenExplanation()).result;
  await user.click(screen.getByRole("button", { name: /^Explain, alder fund/ }));
  expect(shown.current).toMatchObject({
    kind: "several",
    name: "alder fund (sample)",
    items: [
      { figure: "0.15%", number: { kind: "fact", field: "management_fee_bps" } },
      { figure: "4.1200%", number: { kind: "series", key: { measure: "yield_7d" } } },
      { name: "Value", number: { kind: "series" } },
    ],
  });
  await user.click(screen.getByRole("button", { name: /^Explain, birch fund/ }));
  expect(shown.current).toMatchObject({ items: [{}, {}] });
});
