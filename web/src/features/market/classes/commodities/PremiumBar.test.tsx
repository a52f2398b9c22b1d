import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { PremiumBar } from "./PremiumBar";

it("draws nothing for a premium that is not known", () => {
  const { container } = render(<PremiumBar premium={null} all={[null, 0.01]} />);
  expect(container).toBeEmptyDOMElement();
});

it("draws zero and every known premium on one scale", () => {
  const all = [-0.02, 0, null, 0.02];
  const bars = all.map((premium) => {
    const { container } = render(<PremiumBar premium={premium} all={all} />);
    return container.querySelector<HTMLElement>("[style*=width]")?.style.width;
  });
  expect(bars).toEqual(["50%", "0%", undefined, "50%"]);
});
