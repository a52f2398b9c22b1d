import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { ChartDates } from "./ChartDates";

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00Z"), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

async function open(state: Parameters<typeof ChartDates>[0]["state"]) {
  const update = vi.fn();
  const { user } = render(<ChartDates state={state} update={update} />);
  await user.click(screen.getByRole("button", { name: /^Dates/ }));
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return { user, update, type };
}

describe("the dates of a chart", () => {
  it("are a range, or two days in the shortest range that holds them", async () => {
    const { user, update, type } = await open({ range: "30D", zoom: null, asOf: null });
    expect(screen.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "true");
    type("From", "2026-03-01");
    type("To", "2026-04-15");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(update).toHaveBeenCalledWith({
      range: "1Y",
      zoom: { from: "2026-03-01", to: "2026-04-15" },
    });
  });

  it("leave two days for a whole range", async () => {
    const zoom = { from: "2026-11-01", to: "2026-11-10" };
    const { user, update } = await open({ range: "30D", zoom, asOf: null });
    await user.click(screen.getByRole("button", { name: "90 days" }));
    expect(update).toHaveBeenCalledWith({ range: "90D", zoom: null });
  });

  it("count ranges back from the day of knowledge", async () => {
    const { update, type, user } = await open({ range: "1Y", zoom: null, asOf: "2026-06-30" });
    type("From", "2026-06-10");
    type("To", "2026-06-20");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(update).toHaveBeenCalledWith({
      range: "30D",
      zoom: { from: "2026-06-10", to: "2026-06-20" },
    });
  });
});
