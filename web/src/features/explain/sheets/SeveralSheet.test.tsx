import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SeveralSheet } from "./SeveralSheet";

const number = {
  kind: "series" as const,
  key: { subject_kind: "network", subject_slug: "arbitrum-one", measure: "token_value_dollar" },
  date: "2026-11-29",
} as const;
const real = { name: "Arbitrum One", figure: "$9.00", number, sample: false };

it("marks each row whose figure includes sample data, and what is calculated from them", () => {
  const all = { name: "All", figure: "$27.00", number, sample: true };
  render(<SeveralSheet name="Share" items={[real, all]} method="Divided." figure="33.3333%" />);
  expect(screen.getByRole("button", { name: "Arbitrum One $9.00" })).toBeVisible();
  expect(screen.getByRole("button", { name: "All Sample $27.00" })).toBeVisible();
  expect(screen.getByText("33.3333%").closest("p")).toHaveTextContent(/^Share Sample 33/);
  expect(screen.getByText(/^Sample data: fictitious values/)).toBeVisible();
});

it("marks nothing where no figure includes sample data", () => {
  render(<SeveralSheet name="Share" items={[real]} figure="100%" />);
  expect(screen.queryByText(/^Sample/)).toBeNull();
});
