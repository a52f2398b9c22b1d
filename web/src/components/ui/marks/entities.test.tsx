import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { colourStepOf } from "@/lib/entityColourStep";
import { monogramOf } from "@/lib/format/monogram";
import { Badge } from "./Badge";
import { NetworkBadge, NetworkDots } from "./NetworkBadge";
import { Pill } from "./Pill";
import { SampleTag } from "./SampleTag";

it.each([
  ["USYC", "UC"],
  ["USTB", "UB"],
  ["sETF234 (sample)", "EF"],
  ["sKTF110 (sample)", "KF"],
  ["fUSD", "FD"],
  ["C3", "C3"],
  ["X", "X"],
  ["Harbour Lending (sample)", "HL"],
  ["Nordic Green Bond Fund (sample)", "NF"],
  ["صندوق الميناء", "صا"],
  ["𝔸lpha", "𝔸A"],
  ["(sample)", ""],
])("the monogram of %s is %s", (name, letters) => {
  expect(monogramOf(name)).toBe(letters);
});

it("gives an entity the same colour on every page, and uses all of them", () => {
  const steps = Array.from({ length: 400 }, (_, index) => colourStepOf(`entity-${index}`));
  expect(new Set(steps)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  expect(colourStepOf("entity-7")).toBe(steps[7]);
});

describe("a network", () => {
  const dot = () => document.querySelector<HTMLElement>("[aria-hidden=true]");

  it("has its colour and its page", () => {
    render(<NetworkBadge name="Tidewater (sample)" colour="#3344aa" href="/networks/tidewater" />);
    expect(screen.getByRole("link", { name: "Tidewater (sample)" })).toBeVisible();
    expect(dot()?.style.backgroundColor).toBe("rgb(51, 68, 170)");
  });

  it("leads to its explorer, if it has one", () => {
    const badge = (href: string) => (
      <NetworkBadge name="Fjord (sample)" colour={null} explorer={{ name: "Fjordscan", href }} />
    );
    const { rerender } = render(badge("https://fjord.example"));
    const link = screen.getByRole("link", { name: "Open the network Fjord (sample) in Fjordscan" });
    expect(link).toHaveAttribute("href", "https://fjord.example");
    for (const href of ["", "javascript:void 0"]) {
      rerender(badge(href));
      expect(screen.queryByRole("link")).not.toBeInTheDocument();
      expect(screen.getByText("Fjord (sample)")).toBeVisible();
    }
  });

  it.each([null, "url(https://evil.example/x)", "red;"])("draws no colour from %s", (colour) => {
    render(<NetworkBadge name="Off-Chain" colour={colour} />);
    expect(dot()?.getAttribute("style")).toBeNull();
  });

  it("stands with others as dots that are named", () => {
    const networks = ["One", "Two", "Three", "Four", "Five"].map((name) => ({
      name,
      colour: null,
    }));
    render(<NetworkDots networks={networks} />);
    expect(screen.getByText("One, Two, Three, Four, Five")).toHaveClass("sr-only");
    expect(screen.getByText("5")).toBeVisible();
  });
});

it("marks what is new, what is unfinished and what is generated", () => {
  render(
    <>
      <Badge kind="NEW" /> <Badge kind="BETA" /> <Pill tone="negative">Defaulted</Pill>{" "}
      <SampleTag />
    </>,
  );
  for (const text of ["NEW", "BETA", "Defaulted", "Sample"]) {
    expect(screen.getByText(text)).toBeVisible();
  }
});

it("says how much of a figure is generated, where that is known", () => {
  const note = "2 of 5 members are sample data";
  render(
    <>
      <SampleTag short note={note} /> <SampleTag short />
    </>,
  );
  expect(screen.getByTitle(note)).toHaveTextContent(`Sample: ${note}`);
  expect(screen.getByTitle("Includes sample data")).toHaveTextContent("Sample");
});
