import { act, render, screen } from "@testing-library/react";
import { type ReactNode, useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTurn } from "./turns";

type Told = (entries: Array<{ isIntersecting: boolean }>) => void;

let observers: Told[];
let idle: Array<() => void>;

function Later({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const come = useTurn(place);
  return <div ref={place}>{come ? children : "Later"}</div>;
}

/** Everything lies this far below the upper edge of the window. */
function layOut(top: number) {
  const place = { top, bottom: top + 100 } as DOMRect;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(place);
}

const rest = () => act(() => idle.shift()?.());

beforeEach(() => {
  observers = [];
  idle = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(told: Told) {
        observers.push(told);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
  vi.stubGlobal("cancelIdleCallback", () => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("draws at once what is in the window", () => {
  layOut(0);
  render(<Later>Chart</Later>);
  expect(screen.getByText("Chart")).toBeVisible();
});

it("draws what comes near the window", () => {
  layOut(9000);
  render(<Later>Chart</Later>);
  expect(screen.getByText("Later")).toBeVisible();
  act(() => observers[0]?.([{ isIntersecting: true }]));
  expect(screen.getByText("Chart")).toBeVisible();
  rest();
});

it("draws the others one after another while nothing else is to do", () => {
  layOut(9000);
  render(
    <>
      <Later>First</Later>
      <Later>Second</Later>
    </>,
  );
  rest();
  expect(screen.getByText("First")).toBeVisible();
  expect(screen.queryByText("Second")).not.toBeInTheDocument();
  rest();
  expect(screen.getByText("Second")).toBeVisible();
});
