import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { ScatterChart, type ScatterPoint } from "./ScatterChart";

function point(id: string, x: number, y: number): ScatterPoint {
  const name = `${id} (sample)`;
  return { id, name, x, y, size: 10 };
}

const percent = (value: number) => `${(value * 100).toFixed(1)}%`;

const choose = vi.fn();

function show() {
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
      x={{ label: "Fee", show: percent }}
      y={{ label: "Yield", show: percent }}
      sample
      onChoose={choose}
      points={[point("dear", 0.02, 0.04), point("cheap", 0.001, 0.05), point("middle", 0.01, 0)]}
    />,
  );
}

describe("points of two numbers", () => {
  it("marks samples", () => {
    show();
    expect(screen.getByText("Sample")).toBeVisible();
  });

  it("say both, from the least to the most, and lead to what explains them", async () => {
    const { user } = show();
    const names = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
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
