import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { seedRows } from "@/lib/files/seedRows";
import { Measures } from "./Measures";
import { measureDefinitions } from "./measureDefinitions";

const definitions = seedRows("measures.csv");
const derived = seedRows("timeseries/derived.csv");

describe("the measures of the method page", () => {
  it("are all measures, each once, with its text", () => {
    render(<Measures families={measureDefinitions()} />);
    for (const { slug, name = "", description = "" } of definitions) {
      const measure = document.getElementById(`measure-${slug}`);
      expect(measure, slug).not.toBeNull();
      expect(measure).toHaveTextContent(name);
      expect(measure).toHaveTextContent(description.replace(/\s+/g, " "));
    }
    const families = measureDefinitions();
    const shown = families.flatMap(({ measures }) => measures.map(({ slug }) => slug));
    expect(shown.toSorted()).toEqual(definitions.map(({ slug }) => slug).toSorted());
    expect(families.every(({ measures }) => measures.length > 0)).toBe(true);
  });

  it("show the formula and the version of each that is calculated, and of no other", () => {
    render(<Measures families={measureDefinitions()} />);
    expect(derived.length).toBeGreaterThan(30);
    for (const { slug, formula = "", method_version: version } of derived) {
      const measure = document.getElementById(`measure-${slug}`);
      expect(measure, slug).toHaveTextContent(formula.replace(/\s+/g, " "));
      expect(measure).toHaveTextContent(`Method version ${version}`);
    }
    expect(screen.getAllByText(/^Method version/)).toHaveLength(derived.length);
  });

  it("have an address each", () => {
    render(<Measures families={measureDefinitions()} />);
    const measure = document.getElementById("measure-net_flow_dollar");
    const link = within(measure as HTMLElement).getByRole("link", { name: "Net flow" });
    expect(link).toHaveAttribute("href", "#measure-net_flow_dollar");
  });
});
