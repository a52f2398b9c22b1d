import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import "@/testing/layers";
import { CompositionChart } from "./CompositionChart";
import type { TimeControls } from "./chartProps";
import type { CompositionData } from "./types";
import "@/testing/charts";
import { announcedText, data, days, legendRow, plot, showChart } from "@/testing/networkChart";

afterEach(() => vi.unstubAllGlobals());

describe("chart over time", () => {
  it("names itself, its kind and its days to a screen reader", () => {
    showChart();
    expect(plot()).toHaveAccessibleName(
      /Stacked area chart of 2 series, \d+ \w+ 2026 to 19 Nov 2026/,
    );
    expect(screen.getByRole("heading", { level: 2, name: "Value by network" })).toBeVisible();
  });

  it("moves day by day, by months and to the ends, and says the figures", async () => {
    const user = showChart();
    plot().focus();
    await user.keyboard("{ArrowLeft}");
    expect(announcedText()).toBe(
      "19 Nov 2026: Rowan (sample) 1.00 billion dollars, Larch (sample) 3.19 billion dollars, total 4.19 billion dollars.",
    );
    await user.keyboard("{ArrowLeft}");
    expect(announcedText()).toMatch(/^18 Nov 2026/);
    await user.keyboard("{PageUp}");
    expect(announcedText()).toMatch(/^18 Oct 2026/);
    await user.keyboard("{PageDown}{PageDown}{ArrowRight}");
    expect(announcedText()).toMatch(/^19 Nov 2026/);
    await user.keyboard("{Home}{ArrowLeft}");
    expect(announcedText()).toContain("Larch (sample) 2.00 billion");
    expect(screen.getByRole("columnheader", { name: /Jul 2026/ })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("columnheader", { name: "19 Nov 2026" })).toBeVisible();
  });

  it("zooms to a stretch chosen by keys and shows all again on Escape", async () => {
    const user = showChart();
    plot().focus();
    await user.keyboard("{End}{Shift>}{PageUp}{/Shift}{Enter}");
    expect(plot()).toHaveAccessibleName(/19 Oct 2026 to 19 Nov 2026/);
    const reset = screen.getByRole("button", { name: /19 Oct 2026 to 19 Nov 2026, reset/ });
    await user.click(reset);
    expect(reset).not.toBeInTheDocument();
    plot().focus();
    await user.keyboard("{End}{Shift>}{PageUp}{/Shift}{Enter}");
    plot().focus();
    await user.keyboard("{Escape}");
    expect(plot()).toHaveAccessibleName(/Jul 2026 to 19 Nov 2026/);
  });

  it("shows one series alone, and all again", async () => {
    const user = showChart();
    const larch = screen.getByRole("button", { name: "Larch (sample)" });
    await user.click(larch);
    expect(larch).toHaveAttribute("aria-pressed", "true");
    expect(screen.getByRole("checkbox", { name: "Show Rowan (sample)" })).not.toBeChecked();
    expect(plot()).toHaveAccessibleName(/of 1 series/);
    await user.click(larch);
    expect(plot()).toHaveAccessibleName(/of 2 series/);
  });

  it("switches a series off by its box, by a modified click and by keyboard", async () => {
    const user = showChart();
    await user.click(screen.getByRole("checkbox", { name: "Show Rowan (sample)" }));
    expect(within(legendRow(/Larch/)).getByText("100%")).toBeVisible();
    screen.getByRole("checkbox", { name: "Show Rowan (sample)" }).focus();
    await user.keyboard(" ");
    expect(screen.getByRole("checkbox", { name: "Show Rowan (sample)" })).toBeChecked();
    await user.keyboard("{Control>}");
    await user.click(screen.getByRole("button", { name: "Larch (sample)" }));
    await user.keyboard("{/Control}");
    expect(screen.getByRole("checkbox", { name: "Show Larch (sample)" })).not.toBeChecked();
  });

  it("offers to show all when nothing is left", async () => {
    const user = showChart();
    for (const box of screen.getAllByRole("checkbox")) await user.click(box);
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(plot()).toHaveAccessibleName(/of 2 series/);
  });

  it("becomes a table in place, newest day first, in pages", async () => {
    const user = showChart();
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "Show as table" }));
    const table = screen.getByRole("table", { name: "Value by network, US$ bn" });
    const [head, first] = within(table).getAllByRole("row");
    expect(head).toHaveAccessibleName("Day Rowan (sample) Larch (sample) Total");
    expect(first).toHaveAccessibleName("19 Nov 2026 1.00 3.19 4.19");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("Page 2 of 2")).toBeVisible();
  });

  it("marks the total of a table in which a series includes sample data", async () => {
    const [larch, ...others] = data.series;
    if (!larch) throw new Error("no series");
    const series = [{ ...larch, name: "Larch", sample: true }, ...others];
    const user = showChart({ data: { ...data, series } });
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "Show as table" }));
    const table = screen.getByRole("table", { name: "Value by network, US$ bn" });
    const [head] = within(table).getAllByRole("row");
    expect(head).toHaveAccessibleName(
      "Day Rowan (sample) Larch, includes sample data Total, includes sample data",
    );
  });

  it("explains a missing logarithmic scale, and offers the scale for lines", async () => {
    const onChange = vi.fn<NonNullable<TimeControls["scale"]>["onChange"]>();
    const scale = { value: "linear", onChange } as const;
    showChart({ scale });
    expect(screen.getByRole("radio", { name: /Log, Stacked values cannot/ })).toBeDisabled();
    const user = showChart({ id: "other", scale, kind: "line" });
    await user.click(screen.getByRole("radio", { name: "Log" }));
    expect(onChange).toHaveBeenCalledWith("log");
  });

  it("shows the range that it receives and reports another", async () => {
    const onChange = vi.fn();
    const user = showChart({ range: { value: "30D", onChange } });
    expect(plot()).toHaveAccessibleName(/20 Oct 2026 to 19 Nov 2026/);
    await user.click(screen.getByRole("radio", { name: "All" }));
    expect(onChange).toHaveBeenCalledWith("All");
  });

  it("explains marks, gaps and provisional days under the plot, as far as they are shown", () => {
    const mark = { shape: "disc", words: "Event", sentence: "Something happened." } as const;
    showChart({
      range: { value: "30D", onChange: () => {} },
      data: {
        ...data,
        marks: [
          { ...mark, day: days[5] ?? "", sentence: "Long ago." },
          { ...mark, day: days[110] ?? "" },
        ],
        gaps: [{ from: days[100] ?? "", to: days[102] ?? "", reason: "withheld" }],
        provisional: { from: days[118] ?? "", sentence: "Hatched: two days are provisional." },
      },
    });
    expect(screen.getByText("Something happened.")).toBeVisible();
    expect(screen.queryByText("Long ago.")).not.toBeInTheDocument();
    const notes = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(notes).toContain("Hatched 31 Oct to 2 Nov 2026: withheld");
    expect(screen.getByText("Hatched: two days are provisional.")).toBeVisible();
  });

  it("downloads the figures as CSV", async () => {
    const create = vi.fn<(blob: Blob) => string>(() => "blob:test");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() }));
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const origin = vi.fn(async () => ({ sources: ["Alder register"], licence: "CC0-1.0" }));
    const user = showChart({ sample: true, origin });
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(origin).not.toHaveBeenCalled();
    await user.click(screen.getByRole("menuitem", { name: "Download CSV" }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    const file = create.mock.calls[0]?.[0];
    expect(file?.type).toBe("text/csv;charset=utf-8");
    const reader = new FileReader();
    reader.readAsText(file ?? new Blob());
    await waitFor(() => expect(reader.result).not.toBeNull());
    expect(reader.result).toContain("# Source: Alder register\r\n# Licence: CC0-1.0");
  });

  it("marks samples", () => {
    showChart({ sample: true });
    expect(screen.getByText("Sample")).toBeVisible();
  });
});

describe("the total of a legend", () => {
  it("says what its change is of", () => {
    showChart({ totalChangeNote: "Change of the whole total, not like for like" });
    expect(screen.getByTitle("Change of the whole total, not like for like")).toBeVisible();
    expect(legendRow(/^Total/)).toBeVisible();
  });
});

describe("states of a chart", () => {
  it("keeps its place and announces that it is loading", () => {
    showChart({ state: { status: "loading" } });
    expect(screen.getByRole("region", { name: "Value by network" })).toHaveAttribute(
      "aria-busy",
      "true",
    );
    expect(screen.getByText("Loading Value by network")).toBeInTheDocument();
    expect(screen.queryByRole("application")).not.toBeInTheDocument();
  });

  it("explains a failure and tries again", async () => {
    const onRetry = vi.fn();
    const failure = { code: "GATEWAY_TIMEOUT", reason: null, message: "", traceId: "abc" };
    const user = showChart({ state: { status: "error", failure, onRetry } });
    expect(screen.getByRole("alert")).toHaveTextContent("Value by network could not be loaded");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("says why values are withheld, and that there are none yet", () => {
    showChart({ state: { status: "withheld", reason: "A check failed." } });
    expect(screen.getByText(/A check failed/)).toBeVisible();
    showChart({ id: "none", data: { days: [], series: [] } });
    expect(screen.getByText("No values yet")).toBeVisible();
  });

  it("offers no download of nothing", async () => {
    const user = showChart({ data: { days: [], series: [] } });
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(screen.getByRole("menuitem", { name: "Download PNG" })).toHaveAttribute("data-disabled");
  });

  it("says that it is late", () => {
    showChart({ freshness: { state: "late", text: "Last values of 18 Nov 2026" } });
    expect(screen.getByText("Last values of 18 Nov 2026")).toBeVisible();
    expect(screen.getByRole("img", { name: "Late" })).toBeVisible();
  });

  it("fills the page and gives it back on Escape", async () => {
    const user = showChart();
    await user.click(screen.getByRole("button", { name: "Full screen" }));
    expect(screen.getByRole("button", { name: "Exit full screen" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Full screen" })).toBeVisible();
    expect(screen.getByRole("region").previousElementSibling).toBeNull();
  });

  it("fills the page on request, and keeps out content that is added beside it later", async () => {
    const onChange = vi.fn();
    const user = showChart({ full: { value: true, onChange } });
    expect(screen.getByRole("button", { name: "Exit full screen" })).toBeVisible();
    const room = screen.getByRole("region").previousElementSibling;
    expect(room?.firstElementChild).toHaveClass("min-h-[446px]");
    const later = document.createElement("p");
    screen.getByRole("region").after(later);
    await waitFor(() => expect(later.inert).toBe(true));
    await user.keyboard("{Escape}");
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
  });
});

describe("chart of parts", () => {
  const parts: CompositionData = {
    day: "2026-11-19",
    parts: [
      { id: "larch", name: "Larch (sample)", sample: false, value: 3e9 },
      { id: "rowan", name: "Rowan (sample)", sample: false, value: 1e9 },
      { id: "ash", name: "Ash (sample)", sample: false, value: null, reason: "withheld" },
    ],
  };
  const props = {
    id: "parts",
    title: "Value by network",
    unitLine: "US$",
    unit: { kind: "money" },
    data: parts,
    origin: {},
  } as const;

  it("moves from part to part and says value and share, or the reason of none", async () => {
    const user = userEvent.setup();
    render(<CompositionChart {...props} />);
    plot().focus();
    await user.keyboard("{ArrowRight}");
    expect(announcedText()).toBe("Larch (sample): 3.00 billion dollars, 75.0 percent.");
    await user.keyboard("{End}");
    expect(announcedText()).toBe("Ash (sample): no value, withheld.");
  });

  it("takes a hidden part out of the total", async () => {
    const user = userEvent.setup();
    render(<CompositionChart {...props} />);
    await user.click(screen.getByRole("checkbox", { name: "Show Rowan (sample)" }));
    expect(within(legendRow(/Larch/)).getByText("100%")).toBeVisible();
  });

  it("is not saved, as table or picture, where a licence does not allow it", async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const user = userEvent.setup();
    const origin = vi.fn(async () => ({ isRestricted: true, sources: ["Vendor"] }));
    render(<CompositionChart {...props} origin={origin} />);
    for (const [place, entry] of ["Download CSV", "Download PNG", "Download SVG"].entries()) {
      await user.click(screen.getByRole("button", { name: "More" }));
      await user.click(await screen.findByRole("menuitem", { name: entry }));
      await waitFor(() => expect(origin).toHaveBeenCalledTimes(place + 1));
    }
    expect(click).not.toHaveBeenCalled();
  });

  it("says that there is nothing to show", () => {
    render(<CompositionChart {...props} data={{ ...parts, parts: [] }} />);
    expect(screen.getByText("No values to show")).toBeVisible();
  });
});
