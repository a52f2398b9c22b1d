import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createStore } from "./createStore";

const store = createStore(1);
const drawn = { whole: 0, part: 0 };

function Whole() {
  drawn.whole += 1;
  return <p>{store.useValue()}</p>;
}

function IsEven() {
  drawn.part += 1;
  return <p>{store.useSelected((value) => value % 2 === 0) ? "even" : "odd"}</p>;
}

it("draws anew only what a change concerns", () => {
  render(
    <>
      <Whole />
      <IsEven />
    </>,
  );
  act(() => store.set(3));
  expect(screen.getByText("3")).toBeVisible();
  expect(screen.getByText("odd")).toBeVisible();
  expect(drawn).toEqual({ whole: 2, part: 1 });
  act(() => store.set(3));
  expect(drawn.whole).toBe(2);
  act(() => store.set(4));
  expect(screen.getByText("even")).toBeVisible();
  expect(store.get()).toBe(4);
});
