import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { noNumbers, sampleAsset } from "@/testing/catalogFixtures";
import { render } from "@/testing/render";
import { beyondPlan, procedures, server, unauthorized, unavailable } from "@/testing/server";
import { NumberCell } from "./NumberCell";
import { NumbersNotice } from "./NumbersNotice";
import { type RowNumbers, useRowNumbers, WithRowNumbers } from "./rowNumbers";

const numbers: RowNumbers = {
  subject: "asset",
  by: "asset",
  field: "asset",
  columns: {
    value: { measure: "bridged_token_value_dollar" },
    holders: { measure: "holding_addresses_count" },
  },
};

/** Shows the numbers of a row and what is said above it; measures of a set fail, and the other answers wait until they may come. */
function show({ failing, isUnsorted = false }: { failing: Set<string>; isUnsorted?: boolean }) {
  let mayCome = Promise.resolve();
  let count = 0;
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": (request) => {
        count += 1;
        if (failing.has(request.measure)) return unavailable;
        const none = noNumbers(request);
        const groups = [{ ...none.total, key: "alder-fund", values: [5] }];
        return mayCome.then(() => ({ ...none, groups }));
      },
    }),
  );
  const row = sampleAsset();
  const onRetry = vi.fn();
  const { user, unmount } = render(
    <WithRowNumbers numbers={numbers} rows={[row]}>
      <section aria-label="Assets">
        <NumbersNotice isUnsorted={isUnsorted} onRetry={onRetry} />
      </section>
      <button type="button">Elsewhere</button>
      {(["value", "holders"] as const).map((column) => (
        <p key={column}>
          <NumberCell row={row} column={column} kind="number" />
        </p>
      ))}
    </WithRowNumbers>,
  );
  const hold = () => {
    let release = () => {};
    mayCome = new Promise((resolve) => {
      release = resolve;
    });
    return () => act(async () => release());
  };
  return { user, unmount, onRetry, hold, requestCount: () => count };
}

const retryButton = () => screen.findByRole("button", { name: "Try again" });

it("says that no number could be loaded, and stays until they are there", async () => {
  const failing = new Set(["bridged_token_value_dollar", "holding_addresses_count"]);
  const { user, onRetry, hold } = show({ failing });
  const notice = screen.getByRole("status");
  expect(notice).toBeEmptyDOMElement();
  const button = await retryButton();
  expect(notice).toHaveTextContent(/^The numbers could not be loaded\./);
  failing.clear();
  const release = hold();
  await user.click(button);
  await expect.poll(() => notice.textContent).toMatch(/^Loading the numbers\./);
  expect(button).toHaveFocus();
  await release();
  expect(await screen.findAllByText("5")).toHaveLength(2);
  expect(notice).toBeEmptyDOMElement();
  expect(onRetry).not.toHaveBeenCalled();
});

it("leaves the focus to the list once the numbers are there, unless it is elsewhere", async () => {
  for (const isMoved of [false, true]) {
    const failing = new Set(["holding_addresses_count"]);
    const { user, hold, unmount } = show({ failing });
    const button = await retryButton();
    failing.clear();
    const release = hold();
    await user.click(button);
    const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
    if (isMoved) await user.click(elsewhere);
    await release();
    await expect.poll(() => button.isConnected).toBe(false);
    expect(isMoved ? elsewhere : screen.getByRole("region", { name: "Assets" })).toHaveFocus();
    unmount();
  }
});

it("requests only what is missing, and says in its cells that it could not be loaded", async () => {
  const { user, requestCount } = show({ failing: new Set(["holding_addresses_count"]) });
  const button = await retryButton();
  expect(screen.getByRole("status")).toHaveTextContent(/^Some numbers could not be loaded\./);
  expect(screen.getByText("5")).toBeVisible();
  expect(screen.getByText("Could not load")).toBeInTheDocument();
  const before = requestCount();
  await user.click(button);
  await expect.poll(requestCount).toBe(before + 1);
});

it("says at the same place that the list has another order", async () => {
  const failing = new Set(["bridged_token_value_dollar", "holding_addresses_count"]);
  const { user, onRetry, requestCount } = show({ failing, isUnsorted: true });
  expect(await screen.findAllByText("Could not load")).toHaveLength(2);
  expect(screen.getByRole("status")).toHaveTextContent(/so the list is not sorted by value\./);
  const before = requestCount();
  await user.click(await retryButton());
  expect(onRetry).toHaveBeenCalledOnce();
  await expect.poll(requestCount).toBe(before + 2);
});

it("says nothing where all numbers are there", async () => {
  show({ failing: new Set() });
  expect(await screen.findAllByText("5")).toHaveLength(2);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

function Plans() {
  return <p>{useRowNumbers()?.plans.join(" ")}</p>;
}

it("offers no other try of numbers that a plan does not include, and has the plans that do", async () => {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "timeseries.aggregate": () => beyondPlan("PREMIUM_ALL_ACCESS"),
    }),
  );
  render(
    <WithRowNumbers numbers={numbers} rows={[sampleAsset()]}>
      <NumbersNotice isUnsorted={false} onRetry={() => {}} />
      <Plans />
    </WithRowNumbers>,
  );
  expect(await screen.findByText("PREMIUM_ALL_ACCESS")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});
