import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { styleSingleton } from "./styleSheets";

class FakeSheet {
  text = "";
  replaceSync(text: string) {
    this.text = text;
  }
}

const texts = () =>
  document.adoptedStyleSheets.map((sheet) => (sheet as unknown as FakeSheet).text);

beforeEach(() => {
  vi.stubGlobal("CSSStyleSheet", FakeSheet);
  document.adoptedStyleSheets = [];
});
afterEach(() => vi.unstubAllGlobals());

test("a sheet is adopted once for all who need it and goes with the last", () => {
  const Style = styleSingleton();
  const first = render(<Style styles="a{}" />);
  const second = render(<Style styles="a{}" />);
  expect(texts()).toEqual(["a{}"]);
  first.unmount();
  expect(texts()).toEqual(["a{}"]);
  second.unmount();
  expect(texts()).toEqual([]);
});

test("only dynamic styles follow later ones", () => {
  const [Fixed, Dynamic] = [styleSingleton(), styleSingleton()];
  const page = (text: string) => (
    <>
      <Fixed styles={text} />
      <Dynamic styles={text} dynamic />
    </>
  );
  const { rerender } = render(page("a{}"));
  rerender(page("b{}"));
  expect(texts()).toEqual(["a{}", "b{}"]);
});

test("no style element is made", () => {
  const Style = styleSingleton();
  render(<Style styles="a{}" />);
  expect(document.querySelector("style")).toBeNull();
});
