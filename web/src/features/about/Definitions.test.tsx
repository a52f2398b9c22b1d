import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import declared from "../../../../proto/declared/withheld_reasons.json";
import { Definitions } from "./Definitions";

it("states every reason for which the services withhold a value", () => {
  render(<Definitions />);
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toHaveLength(declared.length);
  for (const { meaning } of declared) {
    expect(items.filter((text) => text?.startsWith(meaning))).toHaveLength(1);
  }
});
