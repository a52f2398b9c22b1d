import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import "@/testing/layers";
import type { DateRangeValue } from "@/lib/dates/dateRange";
import { DateRange } from "./DateRange";

const bounds = { from: "2024-03-04", to: "2026-11-19" };

function Sample() {
  const [value, setValue] = useState<DateRangeValue>({ preset: "1Y" });
  return (
    <>
      <DateRange label="Range" value={value} onChange={setValue} bounds={bounds} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

async function open() {
  const user = userEvent.setup();
  render(<Sample />);
  await user.click(screen.getByRole("button", { name: "Range: 1 year" }));
  await screen.findByRole("dialog");
  return user;
}

const chosen = () => screen.getByRole("status").textContent;
const day = (name: string) => screen.getByRole("button", { name });

describe("a range of days", () => {
  it("takes a stretch that moves with the data", async () => {
    const user = await open();
    await user.click(screen.getByRole("button", { name: "30 days" }));
    expect(chosen()).toBe('{"preset":"30D"}');
    expect(screen.getByRole("button", { name: "Range: 30 days" })).toHaveFocus();
  });

  it("takes two days in either order, and says how long they are", async () => {
    const user = await open();
    await user.click(day("19 Nov 2026"));
    await user.click(day("9 Nov 2026"));
    expect(screen.getByText("9 to 19 Nov 2026, 11 days")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(chosen()).toBe('{"from":"2026-11-09","to":"2026-11-19"}');
    expect(screen.getByRole("button", { name: "Range: 9 to 19 Nov 2026" })).toBeVisible();
  });

  it("is walked by the keyboard, through months and never past the figures", async () => {
    const user = await open();
    day("19 Nov 2026").focus();
    await user.keyboard("{ArrowDown}");
    expect(day("19 Nov 2026")).toHaveFocus();
    await user.keyboard("{ArrowLeft}{ArrowUp}{Home}{PageUp}");
    expect(day("9 Oct 2026")).toHaveFocus();
    await user.keyboard("{Enter}{End}{Enter}");
    expect(screen.getByText("9 to 11 Oct 2026, 3 days")).toBeVisible();
  });

  it("offers no day without figures", async () => {
    await open();
    expect(day("20 Nov 2026")).toBeDisabled();
    expect(screen.getByRole("button", { name: "Next month" })).toBeDisabled();
  });

  it("shows the month of a day that is typed", async () => {
    const user = await open();
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2024-05-06" } });
    expect(screen.getByRole("table", { name: "May 2024" })).toBeVisible();
    expect(day("6 May 2024")).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(chosen()).toBe('{"from":"2024-05-06","to":"2026-11-19"}');
  });

  it("says why typed days are no range", async () => {
    await open();
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-20" } });
    expect(screen.getByText("The start date must not be after the end date.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Apply" })).toBeDisabled();
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "" } });
    expect(screen.getByText("Enter a start date and an end date.")).toBeVisible();
  });
});

it("stays closed while it is disabled", async () => {
  const user = userEvent.setup();
  render(
    <DateRange
      label="Range"
      value={{ preset: "30D" }}
      onChange={() => {}}
      bounds={bounds}
      disabled
    />,
  );
  const button = screen.getByRole("button", { name: "Range: 30 days" });
  expect(button).toBeDisabled();
  await user.click(button);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
