import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Failure } from "@/lib/failure";
import { sayMoney, splitMoney } from "@/lib/format";
import { KpiStrip } from "./KpiStrip";
import { KpiTile, type KpiTileProps } from "./KpiTile";

const tile: KpiTileProps = {
  label: "Distributed value",
  value: splitMoney(29_140_000_000),
  exact: "$29,140,000,000.00",
  spoken: sayMoney(29_140_000_000),
  change: { value: 0.042, period: "30d" },
  trend: { values: [1, 2, 3, 4], label: "30 days, up 4.2%" },
  freshness: { state: "fresh", text: "14 min ago" },
  origin: "blend",
};

it("shows the value with its unit, change, course and age", () => {
  render(<KpiTile {...tile} />);
  expect(screen.getByText("$29.14")).toHaveTextContent("$29.14B");
  expect(screen.getByText("$29.14")).toHaveAttribute("title", "$29,140,000,000.00");
  expect(screen.getByText("+4.2%")).toHaveClass("text-pos");
  expect(screen.getByRole("img", { name: "30 days, up 4.2%" })).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Current" })).toBeInTheDocument();
  expect(screen.getByText("14 min ago")).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Chain and issuer" })).toBeInTheDocument();
});

it("names the plans in place of another try where the plan does not include it", () => {
  const failure: Failure = {
    code: "FORBIDDEN",
    reason: "access.scope",
    message: "",
    traceId: null,
    plans: ["PREMIUM_ALL_ACCESS"],
  };
  render(
    <KpiTile label="Net flow" value={null} status="failed" failure={failure} onRetry={() => {}} />,
  );
  expect(screen.getByText("Not in your plan").title).toContain("Included in Premium: all access.");
  expect(screen.getByRole("link", { name: "Compare plans, Net flow" })).toHaveAttribute(
    "href",
    "/settings/plan",
  );
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("marks a value whose sources contradict each other", () => {
  const differs = "Sources differ on 18 Nov 2026: $10.33 (oracle), $10.03 (report)";
  const { rerender } = render(<KpiTile {...tile} differs={differs} />);
  expect(screen.getByRole("img", { name: differs })).toHaveAttribute("title", differs);
  rerender(<KpiTile {...tile} />);
  expect(screen.queryByRole("img", { name: differs })).not.toBeInTheDocument();
});

it("has the colour of bad news where less would be better", () => {
  render(<KpiTile {...tile} change={{ value: 0.345, period: "30d", betterLow: true }} />);
  expect(screen.getByText("+34.5%")).toHaveClass("text-neg");
});

it("names what it explains and says when it is explained", async () => {
  const onExplain = vi.fn();
  const { rerender } = render(<KpiTile {...tile} onExplain={onExplain} />);
  const button = screen.getByRole("button", {
    name: "Explain, Distributed value, 29.14 billion dollars",
  });
  expect(button).toHaveAttribute("aria-pressed", "false");
  await userEvent.click(button);
  expect(onExplain).toHaveBeenCalledOnce();
  rerender(<KpiTile {...tile} onExplain={onExplain} explained />);
  expect(button).toHaveAttribute("aria-pressed", "true");
  expect(button).toHaveTextContent("Explained");
  expect(button).toHaveAccessibleName("Explained, Distributed value, 29.14 billion dollars");
});

it("says to those who listen that its value includes sample data", () => {
  render(<KpiTile {...tile} origin="sample" onExplain={() => {}} />);
  expect(screen.getByRole("button")).toHaveAccessibleName(
    "Explain, Distributed value, 29.14 billion dollars, includes sample data",
  );
});

it("has the mark of sample data beside its label, in the room of one line", () => {
  const { rerender } = render(<KpiTile {...tile} origin="sample" onExplain={() => {}} />);
  const mark = screen.getByTitle("Includes sample data");
  expect(mark).toHaveTextContent("Sample");
  const line = screen.getByText("Distributed value").parentElement;
  expect(mark.parentElement).toBe(line);
  // The label is cut where both have no room, and the mark is not; its line is lower than that of the label.
  expect(screen.getByText("Distributed value")).toHaveClass("truncate");
  expect(mark).toHaveClass("flex-none", "leading-[14px]");
  rerender(<KpiTile {...tile} onExplain={() => {}} />);
  expect(screen.queryByTitle("Includes sample data")).not.toBeInTheDocument();
});

it("holds its label while the value is on its way", () => {
  const { container } = render(<KpiTile label="Asset holders" value={null} status="loading" />);
  expect(screen.getByText("Asset holders")).toBeInTheDocument();
  expect(container.firstChild).toHaveAttribute("aria-busy", "true");
  expect(screen.queryByText("—")).not.toBeInTheDocument();
});

it("offers another try when the value did not come", async () => {
  const onRetry = vi.fn();
  render(<KpiTile label="Asset holders" value={null} status="failed" onRetry={onRetry} />);
  expect(screen.getByText("Could not load")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Try again, Asset holders" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it("never shows zero for what is not known, and says why", () => {
  const note = "Fails check 2";
  render(<KpiTile {...tile} value={null} note={note} origin="withheld" onExplain={() => {}} />);
  expect(screen.getByText("—")).toBeInTheDocument();
  expect(screen.getAllByText("Fails check 2")).not.toHaveLength(0);
  expect(screen.queryByText("+4.2%")).not.toBeInTheDocument();
});

it("dims a stale value and shows its day in the place of the change", () => {
  render(
    <KpiTile {...tile} note="as of 17 Nov" freshness={{ state: "stale", text: "3 days old" }} />,
  );
  expect(screen.getByText("$29.14")).toHaveClass("text-text-2");
  expect(screen.getByText("as of 17 Nov")).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Stale" })).toBeInTheDocument();
});

it("writes huge figures in full and smaller, never cut", () => {
  render(<KpiTile label="Volume" value={{ number: "$18,402,700.12", suffix: "T" }} />);
  expect(screen.getByText("$18,402,700.12")).toHaveClass("text-[16px]");
});

it("keeps texts that begin with a number together, whichever way is read", () => {
  render(
    <KpiTile
      {...tile}
      label="7-day yield"
      freshness={{ state: "stale", text: "3 days old" }}
      change={{ value: 0.01, period: "30 days" }}
    />,
  );
  for (const text of ["7-day yield", "3 days old", "30 days"]) {
    expect(screen.getByText(text).closest("bdi")).toHaveTextContent(text);
  }
});

it("stands figures of all sizes on one line", () => {
  render(
    <>
      <KpiTile label="Value" value={splitMoney(4_770_000_000)} />
      <KpiTile label="Volume" value={{ number: "$18,402,700.12", suffix: "T" }} />
    </>,
  );
  for (const text of ["$4.77", "$18,402,700.12"]) {
    const figure = screen.getByText(text);
    expect(figure).toHaveClass("leading-none");
    expect(figure.parentElement).toHaveClass("text-[22px]", "leading-7");
  }
});

it("is as high without age and origin as while it loads", () => {
  const { container } = render(<KpiTile label="Value" value={null} reason="Not available" />);
  expect(container.firstElementChild?.lastElementChild).toHaveClass("min-h-6");
});

it("lists its tiles under a name", () => {
  render(<KpiStrip label="Key figures" tiles={[tile, { ...tile, label: "Represented value" }]} />);
  expect(screen.getByRole("region", { name: "Key figures" })).toBeInTheDocument();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});
