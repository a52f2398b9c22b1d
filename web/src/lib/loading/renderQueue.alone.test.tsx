import { act, render, screen } from "@testing-library/react";
import { type ReactNode, useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

type ObserverCallback = (entries: Array<{ isIntersecting: boolean }>) => void;

let observers: ObserverCallback[];
let idle: Array<() => void>;

function Delayed({ children }: { children: ReactNode }) {
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

const move = () => act(() => window.dispatchEvent(new Event("pointermove")));

let useTurn: typeof import("./renderQueue").useTurn;

beforeEach(async () => {
  // Whether a visitor was there is known from one page to the next.
  vi.resetModules();
  ({ useTurn } = await import("./renderQueue"));
  observers = [];
  idle = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: ObserverCallback) {
        observers.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
  vi.stubGlobal("cancelIdleCallback", () => {});
});

afterEach(() => {
  window.dispatchEvent(new Event("pointermove"));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("draws at once what is in the window", () => {
  layOut(0);
  render(<Delayed>Chart</Delayed>);
  expect(screen.getByText("Chart")).toBeVisible();
});

it("draws what comes near the window", () => {
  layOut(9000);
  render(<Delayed>Chart</Delayed>);
  expect(screen.getByText("Later")).toBeVisible();
  act(() => observers[0]?.([{ isIntersecting: true }]));
  expect(screen.getByText("Chart")).toBeVisible();
  rest();
});

it("draws the others one after another while nothing else is to do, once the visitor has moved", () => {
  layOut(9000);
  render(
    <>
      <Delayed>First</Delayed>
      <Delayed>Second</Delayed>
    </>,
  );
  expect(idle).toEqual([]);
  move();
  rest();
  expect(screen.getByText("First")).toBeVisible();
  expect(screen.queryByText("Second")).not.toBeInTheDocument();
  rest();
  expect(screen.getByText("Second")).toBeVisible();
});

it("does not wait for ever for a visitor who is still", () => {
  vi.useFakeTimers();
  layOut(9000);
  render(<Delayed>Chart</Delayed>);
  act(() => vi.advanceTimersByTime(9_000));
  expect(idle).toEqual([]);
  act(() => vi.advanceTimersByTime(1_000));
  rest();
  expect(screen.getByText("Chart")).toBeVisible();
  vi.useRealTimers();
});

it("does not wait for a visitor who was there on the page before", () => {
  layOut(9000);
  const before = render(<Delayed>Chart</Delayed>);
  move();
  before.unmount();
  rest();
  render(<Delayed>Chart</Delayed>);
  rest();
  expect(screen.getByText("Chart")).toBeVisible();
});
