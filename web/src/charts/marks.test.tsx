import { render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { CompositionPlot } from "./composition/CompositionPlot";
import { compositionView } from "./composition/compositionView";
import { timeLegend } from "./legend/legend";
import { timePlot } from "./options/time";
import { PlotTooltip } from "./time/PlotTooltip";
import { timeView } from "./time/timeView";
import type { TimeData } from "./types";
import "@/testing/charts";
import { announcedText, data, days, legendRow, plot, showChart } from "@/testing/networkChart";

/** The tooltip of the last day. */
function showTooltip(shown: TimeData) {
  const unit = { kind: "money" } as const;
  const hidden = new Set<string>();
  const view = timeView({ data: shown, kind: "area", unit, hidden, span: null, log: false });
  const index = view.days.length - 1;
  const rows = timeLegend({ view, data: shown, unit, hidden, index, changeDays: null });
  const legend = { ...rows, head: "19 Nov 2026" };
  const size = { width: 600, height: 300 };
  render(
    <PlotTooltip legend={legend} plot={timePlot(view, shown, size)} index={index} lines={false} />,
  );
}

describe("marks of samples", () => {
  it("stand in rows of the tooltip, which says how much of them is sample data", () => {
    const [larch, rowan] = data.series;
    if (!larch || !rowan) throw new Error("no series");
    const sampleNote = "2 of 5 members are sample data";
    const series = [
      { ...larch, name: "Larch", sample: true, sampleNote },
      { ...rowan, name: "Rowan" },
    ];
    showTooltip({ ...data, series });
    const nextTo = (name: string) => screen.getByText(name, { selector: ".truncate" }).nextSibling;
    expect(nextTo("Larch")).toHaveTextContent("Sample");
    expect(nextTo("Rowan")).not.toHaveTextContent("Sample");
    expect(screen.getByText("Total")).toHaveTextContent("Total Sample");
    expect(screen.getByText(/2 of 5 members are sample data/)).toHaveTextContent(
      "Sample Larch: 2 of 5 members are sample data",
    );
  });

  it("says which figures include sample data", async () => {
    const [larch, rowan] = data.series;
    if (!larch || !rowan) throw new Error("no series");
    const series = [
      { ...larch, name: "Larch", sample: true },
      { ...rowan, name: "Rowan" },
    ];
    const user = showChart({ data: { ...data, series } });
    plot().focus();
    await user.keyboard("{ArrowLeft}");
    expect(announcedText()).toBe(
      "19 Nov 2026: Rowan 1.00 billion dollars, Larch 3.19 billion dollars, includes sample data, total 4.19 billion dollars, includes sample data.",
    );
  });

  it("marks a part that includes sample data in the tooltip of a treemap, and says so", () => {
    const part = { id: "us", name: "United States", value: 3e9 };
    const show = (sample: boolean) => {
      const unit = { kind: "money" } as const;
      const marked = { day: "2026-11-19", parts: [{ ...part, sample }] };
      const view = compositionView(marked, unit, new Set());
      const active = { id: "us", by: "keys" as const, index: 0 };
      const cursor = { active, onKeyDown: vi.fn(), point: vi.fn() };
      const size = { width: 600, height: 400 };
      return render(<CompositionPlot title="Value by network" {...{ view, unit, size, cursor }} />);
    };
    const { unmount } = show(true);
    expect(within(plot()).getByText("United States").nextSibling).toHaveTextContent("Sample");
    expect(announcedText()).toBe(
      "United States, includes sample data: 3.00 billion dollars, 100.0 percent.",
    );
    unmount();
    show(false);
    expect(within(plot()).getByText("United States").nextSibling).toBeNull();
    expect(announcedText()).toBe("United States: 3.00 billion dollars, 100.0 percent.");
  });
});

describe("marks of values that were not measured on their day", () => {
  const last = days.at(-1) ?? "";
  const carried = {
    from: last,
    to: last,
    value_date: "2026-11-17",
    is_carried: true,
    is_partial: false,
    is_average: false,
    spans_gap: false,
    lacks_days: false,
  };
  const [larch, rowan] = data.series;
  if (!larch || !rowan) throw new Error("no series");
  const partly: TimeData = { days, series: [{ ...larch, qualifiers: [carried] }, rowan] };
  const wholly: TimeData = {
    days,
    series: [larch, rowan].map((one) => ({ ...one, qualifiers: [carried] })),
  };
  const first = async (marked: TimeData) => {
    const user = showChart({ data: marked });
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "Show as table" }));
    const table = screen.getByRole("table", { name: "Value by network, US$ bn" });
    return within(table).getAllByRole("row")[1];
  };

  it("stars them in the table", async () => {
    const cells = within((await first(partly)) as HTMLElement).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      "1.00",
      "3.19*, value of 17 Nov 2026",
      "4.19",
    ]);
  });

  it("stars a total in the table of which each value is carried", async () => {
    const cells = within((await first(wholly)) as HTMLElement).getAllByRole("cell");
    expect(cells.at(-1)).toHaveTextContent("4.19*, value of 17 Nov 2026");
  });

  it("states it for the total in the legend", () => {
    showChart({ data: wholly });
    expect(legendRow(/^Total/)).toHaveTextContent("4.19, value of 17 Nov 2026");
  });

  it("stars them in a legend of a few lines", () => {
    showChart({ data: partly, kind: "line", legend: "keys" });
    const marked = screen.getByRole("button", { name: /^Larch/ });
    expect(marked).toHaveAccessibleName(/3\.19.*value of 17 Nov 2026$/);
    expect(within(marked).getByText("*")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Rowan/ })).not.toHaveTextContent("*");
  });

  it("stars them in the tooltip, which says what the star stands for", () => {
    showTooltip(partly);
    expect(screen.getByText("* value of 17 Nov 2026")).toBeVisible();
    expect(screen.getAllByText("*")).toHaveLength(1);
    expect(screen.getByText("3.19").parentElement).toHaveTextContent("3.19*");
  });
});
