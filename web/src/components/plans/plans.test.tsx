import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ErrorState } from "../states/ErrorState";
import { explainFailure } from "../states/failureTexts";
import { PlanNote } from "./PlanNote";
import { planList, planNotes } from "./planNames";

const refusal = { code: "FORBIDDEN", reason: "access.scope", message: "", traceId: null };

it("names the plans by their labels, and trials only where nothing else includes the data", () => {
  expect(planList(["TRIAL_STABLECOINS", "PREMIUM_STABLECOINS", "PREMIUM_ALL_ACCESS"])).toBe(
    "Premium: stablecoins or Premium: all access",
  );
  expect(planList(["TRIAL_ALL_ACCESS"])).toBe("Trial: all access");
});

it("notes beside a part of the data where all of it is, and says nothing beside all of it", () => {
  const { container, rerender } = render(
    <PlanNote plans={["FREE", "PREMIUM_ALL_ACCESS"]} className="" />,
  );
  expect(container).toHaveTextContent(
    "Your plan includes a part of this data. All of it is included in Free or Premium: all access.",
  );
  expect(screen.getByRole("link")).toHaveAttribute("href", "/settings/plan");
  rerender(<PlanNote plans={[]} className="" />);
  expect(container).toBeEmptyDOMElement();
  expect(planNotes([])).toEqual([]);
  expect(planNotes(["PREMIUM_ALL_ACCESS"])).toEqual([
    "Your plan includes a part of this data. All of it is included in Premium: all access.",
  ]);
});

it("offers the plans in the place of refused data, without another try", () => {
  const plans = ["TRIAL_ALL_ACCESS", "PREMIUM_ALL_ACCESS"] as const;
  render(<ErrorState what="Transactions" failure={{ ...refusal, plans }} onRetry={() => {}} />);
  expect(screen.getByRole("heading")).toHaveTextContent("Not included in your plan: Transactions");
  expect(screen.getByText(/Included in Premium: all access\.$/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Compare plans" })).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("leads to no plan where none includes the data", () => {
  render(<ErrorState what="Transactions" failure={{ ...refusal, reason: "access.denied" }} />);
  expect(screen.getByText("Your plan does not include this data.")).toBeVisible();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("still offers another try where access itself is away", () => {
  const away = { ...refusal, code: "SERVICE_UNAVAILABLE", reason: "access.unavailable" };
  render(<ErrorState what="Transactions" failure={away} onRetry={() => {}} />);
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

it("says with a refused file which plans include it", () => {
  const failure = { ...refusal, reason: "access.format", plans: ["PREMIUM_ALL_ACCESS"] as const };
  expect(explainFailure(failure)).toBe(
    "Your plan does not include files in this format. Included in Premium: all access.",
  );
});
