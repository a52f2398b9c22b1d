import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ProgressBar } from "./ProgressBar";
import { Stepper } from "./Stepper";

describe("a progress bar", () => {
  it("tells how far it is and never beyond its ends", () => {
    const { rerender } = render(<ProgressBar label="Writing" value={0.62} />);
    expect(screen.getByRole("progressbar", { name: "Writing" })).toHaveAttribute(
      "aria-valuenow",
      "62",
    );
    expect(screen.getByText("62%")).toBeVisible();
    rerender(<ProgressBar label="Writing" value={1.2} detail="done" />);
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
    expect(screen.getByText("done")).toBeVisible();
  });

  it("claims nothing while nobody can tell, and can be ended", () => {
    render(
      <ProgressBar label="Counting" value={null} cancel={<button type="button">Cancel</button>} />,
    );
    expect(screen.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow");
    expect(screen.getByRole("button", { name: "Cancel" })).toBeVisible();
  });

  it("says that and why it failed", () => {
    const { rerender } = render(
      <ProgressBar label="Writing" value={0.4} failed detail="The disk is full" />,
    );
    expect(screen.getByRole("alert")).toHaveTextContent("The disk is full");
    rerender(<ProgressBar label="Counting" value={null} failed />);
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
    expect(screen.getByRole("alert")).toHaveTextContent("Failed");
  });
});

it("marks the step under way and the ones done", () => {
  render(<Stepper label="Import" steps={["Source", "Columns", "Review"]} current={1} />);
  const [source, columns, review] = screen.getAllByRole("listitem");
  expect(source).toHaveTextContent("Source, done");
  expect(columns).toHaveAttribute("aria-current", "step");
  expect(review).not.toHaveAttribute("aria-current");
});

it("marks the step that could not be done", () => {
  render(<Stepper label="Import" steps={["Source", "Columns"]} current={1} failed />);
  const [source, columns] = screen.getAllByRole("listitem");
  expect(source).toHaveTextContent("Source, done");
  expect(columns).toHaveTextContent("Columns, failed");
});
