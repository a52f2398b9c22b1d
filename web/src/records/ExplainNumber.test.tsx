import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { explain, type NumberKey } from "@/app-state/numberExplanation";
import { render } from "@/testing/render";
import { ExplainNumber } from "./ExplainNumber";

type ShareProps = { slug: string; name: string; figure: string; known: boolean };

function Share({ slug, name, figure, known }: ShareProps) {
  const filter = { operator: "equals" as const, field: "slug", value: slug };
  const query = { measure: "bridged_token_value_dollar", filter };
  const part: NumberKey = { kind: "aggregate", of: query, date: "2026-11-19", name };
  const items = [{ name, figure, number: part, sample: known }];
  return (
    <ExplainNumber number={{ kind: "several", name, items, figure }} label={`Share of ${slug}`}>
      {figure}
    </ExplainNumber>
  );
}

/** Two shares whose names and figures arrive after them. */
function Shares() {
  const [known, setKnown] = useState(false);
  const figure = known ? "7%" : "no value";
  return (
    <>
      <button type="button" onClick={() => setKnown(true)}>
        Names arrive
      </button>
      <Share slug="alder" name={known ? "Alder Fund" : "alder"} figure={figure} known={known} />
      <Share slug="birch" name={known ? "Birch Fund" : "birch"} figure={figure} known={known} />
    </>
  );
}

afterEach(() => act(() => explain(null)));

it("stays outlined when its name and figure arrive after it was pressed, and is closed by the next press", async () => {
  const { user } = render(<Shares />);
  const share = (slug: string) =>
    screen.getByRole("button", { name: new RegExp(`Share of ${slug}`) });
  await user.click(share("alder"));
  await user.click(screen.getByRole("button", { name: "Names arrive" }));
  expect(share("alder")).toHaveAttribute("aria-pressed", "true");
  expect(share("birch")).toHaveAttribute("aria-pressed", "false");
  await user.click(share("alder"));
  expect(share("alder")).toHaveAttribute("aria-pressed", "false");
});
