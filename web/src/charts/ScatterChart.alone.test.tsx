import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { saveFile } from "@/lib/browser/saveFile";
import { lastDay } from "@/lib/dates/day";
import { textOf } from "@/testing/files";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { ScatterChart, type ScatterPoint } from "./ScatterChart";

vi.mock("@/lib/browser/saveFile", async (actual) => ({
  ...(await actual<object>()),
  saveFile: vi.fn(),
}));
const saved = vi.mocked(saveFile);

beforeEach(() => saved.mockClear());

function point(id: string, x: number, y: number): ScatterPoint {
  const name = `${id} (sample)`;
  return { id, name, x, y, size: 10, sample: true };
}

const percent = (value: number) => `${(value * 100).toFixed(1)}%`;

const choose = vi.fn();

const points = [point("dear", 0.02, 0.04), point("cheap", 0.001, 0.05), point("middle", 0.01, 0)];

function show(isRestricted = false, shown: ReadonlyArray<ScatterPoint> = points) {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
    }),
  );
  return render(
    <ScatterChart
      title="Yield against fee"
      lead="Each fund by what it earns and what it costs."
      x={{ label: "Fee", field: "fee", show: percent }}
      y={{ label: "Yield", field: "yield", show: percent }}
      sizeField="value_dollar"
      onChoose={choose}
      origin={async () => ({ licence: "CC0-1.0", isRestricted })}
      points={shown}
    />,
  );
}

describe("points of two numbers", () => {
  it("are saved with both and their size", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "CSV" }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const [blob] = saved.mock.calls[0] ?? [];
    const flags = ["value_date", "is_carried", "is_partial", "is_average"];
    const flagged = (name: string) => [name, ...flags.map((flag) => `${name}_${flag}`)].join(",");
    const measured = `${lastDay()},false,false,false`;
    const origins = "load_sources,licence,attribution,method_version,as_of,sample";
    expect((await textOf(blob)).split("\r\n").slice(2, 6)).toEqual([
      "# SAMPLE DATA: fictitious values for demonstration, not a measurement.",
      "# Licence: CC0-1.0",
      `slug,name,fee,${flagged("yield")},${flagged("value_dollar")},${origins}`,
      `cheap,cheap (sample),0.001,0.05,${measured},10,${measured},,CC0-1.0,,,,true`,
    ]);
  });

  it("are not saved where a licence does not allow it", async () => {
    const { user } = show(true);
    await user.click(screen.getByRole("button", { name: "CSV" }));
    expect(await screen.findByText(/^Not for redistribution/)).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
  });

  it("fill the page and leave it by Escape", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Full screen" }));
    expect(screen.getByRole("button", { name: "Exit full screen" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Full screen" })).toBeVisible();
  });

  it("marks samples", () => {
    show();
    expect(screen.getByText("Sample")).toBeVisible();
  });

  it("marks a real name whose numbers include sample data, where it is pointed at", async () => {
    const real = { ...point("real", 0.01, 0.03), name: "Real Fund", sample: false };
    const mixed = { ...point("mixed", 0.02, 0.05), name: "Mixed Fund" };
    const { user } = show(false, [real, mixed]);
    await user.hover(screen.getByRole("button", { name: /^Explain, Real Fund: Fee 1.0%/ }));
    expect(screen.getByText("Real Fund").parentElement).not.toHaveTextContent("Sample");
    const name = /^Explain, Mixed Fund, includes sample data: Fee 2.0%/;
    await user.hover(screen.getByRole("button", { name }));
    expect(screen.getByText("Mixed Fund").parentElement).toHaveTextContent("Sample");
  });

  it("name the day of the upper number if it is not the last day", async () => {
    const flags = { is_carried: true, is_partial: false, is_average: false };
    const marks = { y: { value_date: "2026-11-17", ...flags } };
    const { user } = show(false, [{ ...point("old", 0.01, 0.03), marks }]);
    const name = "Explain, old (sample): Fee 1.0%, Yield 3.0%, value of 17 Nov 2026";
    await user.hover(screen.getByRole("button", { name }));
    const tooltip = screen.getByText("old (sample)").parentElement;
    expect(tooltip).toHaveTextContent("1.0%, 3.0%, value of 17 Nov 2026");
  });

  it("say both, from the least to the most, and lead to what explains them", async () => {
    const { user } = show();
    const names = screen
      .getAllByRole("button", { name: /^Explain/ })
      .map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual([
      "Explain, cheap (sample): Fee 0.1%, Yield 5.0%",
      "Explain, middle (sample): Fee 1.0%, Yield 0.0%",
      "Explain, dear (sample): Fee 2.0%, Yield 4.0%",
    ]);
    await user.click(screen.getByRole("button", { name: /dear/ }));
    expect(choose).toHaveBeenLastCalledWith("dear");
    await user.keyboard("{Home}{Enter}");
    expect(choose).toHaveBeenLastCalledWith("cheap");
  });

  it("are one stop of the keyboard, and arrows go on from there", async () => {
    const { user } = show();
    screen.getByRole("button", { name: "Full screen" }).focus();
    await user.tab();
    expect(screen.getByRole("button", { name: /cheap/ })).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("button", { name: /middle/ })).toHaveFocus();
    await user.keyboard("{End}{ArrowRight}");
    expect(screen.getByRole("button", { name: /dear/ })).toHaveFocus();
    await user.keyboard("{Home}");
    expect(screen.getByRole("button", { name: /cheap/ })).toHaveFocus();
  });
});
