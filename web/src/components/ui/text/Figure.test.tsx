import { act, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Age, Change, Count, DateText, Money, Percent, Price } from "./Figure";

describe("a figure", () => {
  it("shows the compact form and carries the exact one", () => {
    render(<Money value={2_314_908_127.44} />);
    expect(screen.getByText("$2.31B")).toHaveAttribute("title", "$2,314,908,127.44");
  });

  it("leaves the unit of a column to its header", () => {
    render(<Money value={2_314_908_127.44} column="millions" />);
    expect(screen.getByText("2,314.9")).toBeVisible();
  });

  it.each([
    [<Percent key="a" value={0.546} />, "54.6%"],
    [<Percent key="b" value={0.0407} places={2} />, "4.07%"],
    [<Price key="c" value={1} places={6} />, "$1.000000"],
    [<Count key="d" value={1_418_204} />, "1.42M"],
    [<Count key="e" value={1_418_204} full />, "1,418,204"],
    [<Change key="g" value={-0.0004} points="rate" />, "−0.04 pp"],
    [<Change key="column" value={-0.0004} points="rate" column />, "−0.04"],
    [<DateText key="h" value="2026-11-19T09:36:00Z" time />, "19 Nov 2026, 09:36 UTC"],
  ])("is written by its kind", (figure, text) => {
    render(figure);
    expect(screen.getByText(text)).toBeVisible();
  });

  it("keeps its direction in text that runs the other way", () => {
    render(<Change value={0.042} />);
    expect(screen.getByText("+4.2%").tagName).toBe("BDI");
  });

  it.each([
    [0.042, "text-pos"],
    [-0.083, "text-neg"],
    [0, "text-text-2"],
    [-0.0001, "text-text-2"],
  ])("colours the change %d by what is shown", (value, tone) => {
    const { container } = render(<Change value={value} />);
    expect(container.firstChild).toHaveClass(tone);
  });

  it("without a value is a dash with its reason", () => {
    render(<Money value={null} reason="Not published by the issuer" />);
    expect(screen.getByText("Not published by the issuer")).toHaveClass("sr-only");
    expect(screen.getByTitle("Not published by the issuer")).toHaveTextContent("—");
  });

  it("of no date is a dash as well", () => {
    render(<DateText value="never" />);
    expect(screen.getByTitle("No value")).toBeVisible();
  });

  it("of an age grows older while it is looked at", () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00:00Z") });
    render(<Age value="2026-11-20T11:46:00Z" />);
    expect(screen.getByText("14 min ago")).toHaveAttribute("title", "20 Nov 2026, 11:46 UTC");
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByText("15 min ago")).toBeVisible();
  });
});
