import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Sparkline } from "./Sparkline";
import { sparklineShape } from "./sparklineShape";

const box = { width: 60, height: 26 };

describe("the shape of a sparkline", () => {
  it("fills its box from the lowest to the highest value", () => {
    expect(sparklineShape([0, 5, 10], box)?.line).toBe("M1.5 23.5L29 13L56.5 2.5");
  });

  it("draws a series without change in the middle", () => {
    expect(sparklineShape([4, 4], box)?.line).toBe("M1.5 13L56.5 13");
  });

  it("breaks where values are missing and never joins over a gap", () => {
    const shape = sparklineShape([1, 2, null, null, 3, 4], box);
    expect(shape?.line.match(/M/g)).toHaveLength(2);
    expect(shape?.area.match(/Z/g)).toHaveLength(2);
  });

  it("keeps a lone value between two gaps as a dot", () => {
    expect(sparklineShape([1, null, 2, null, 3], box)?.line).toContain("M29 13L29 13");
  });

  it("has no end when the last value is missing", () => {
    expect(sparklineShape([1, 2, null], box)?.end).toBeNull();
  });

  it("draws nothing of fewer than two values", () => {
    expect(sparklineShape([], box)).toBeNull();
    expect(sparklineShape([null, 7], box)).toBeNull();
    expect(sparklineShape([Number.NaN, 7], box)).toBeNull();
  });

  it("survives values of any size", () => {
    const shape = sparklineShape([-1e300, 1e300, 5e-324], box);
    expect(shape?.line).not.toMatch(/NaN|Infinity/);
  });
});

it("says in words what it shows, unless words beside it do", () => {
  const { rerender } = render(<Sparkline values={[1, 2, 3]} label="30 days, up 4%" />);
  expect(screen.getByRole("img", { name: "30 days, up 4%" })).toBeInTheDocument();
  rerender(<Sparkline values={[1, 2, 3]} label={null} />);
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
});

it("says that there is no history", () => {
  render(<Sparkline values={[5]} label="30 days" />);
  expect(screen.getByText("No history yet")).toBeInTheDocument();
});
