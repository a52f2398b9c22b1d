import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { type Freshness, FreshnessDot, freshnessNames } from "./FreshnessDot";
import { Hallmark, type HallmarkKind, hallmarkNames } from "./Hallmark";
import { Icon } from "./Icon";

it.each(Object.entries(hallmarkNames))("the hallmark %s is called %s", (kind, name) => {
  render(<Hallmark kind={kind as HallmarkKind} />);
  expect(screen.getByRole("img", { name })).toBeVisible();
});

it.each(Object.entries(freshnessNames))("the dot %s is called %s", (freshness, name) => {
  render(<FreshnessDot freshness={freshness as Freshness} />);
  expect(screen.getByRole("img", { name })).toBeVisible();
});

it("says nothing twice beside its name", () => {
  const { container } = render(
    <>
      <Hallmark kind="withheld" decorative />
      <FreshnessDot freshness="late" decorative />
    </>,
  );
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
  expect(container).toHaveTextContent(/^$/);
  // The name shows when the pointer rests on a mark alone.
  render(<Hallmark kind="withheld" />);
  expect(screen.getByTitle("Withheld")).toBeInTheDocument();
});

it("turns icons that point along the line, and only those", () => {
  const { container } = render(
    <>
      <Icon name="chevronEnd" />
      <Icon name="check" />
    </>,
  );
  const [pointing, plain] = container.querySelectorAll("svg");
  expect(pointing).toHaveClass("rtl:-scale-x-100");
  expect(plain).not.toHaveClass("rtl:-scale-x-100");
});
