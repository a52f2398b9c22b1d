import { act, render, screen } from "@testing-library/react";
import { useCallback } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useSyncExternalStore } from "./batchedNotifications";

let value: string;
let listeners: Set<() => void>;
let beforeSubscribed: () => void;

function Shown({ name = "one" }: { name?: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is another store
  const subscribe = useCallback(
    (onChange: () => void) => {
      beforeSubscribed();
      const listener = () => onChange();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [name],
  );
  return <p>{useSyncExternalStore(subscribe, () => value)}</p>;
}

function tell(next: string) {
  value = next;
  for (const listener of listeners) listener();
}

beforeEach(() => {
  value = "nothing yet";
  listeners = new Set();
  beforeSubscribed = () => {};
});

afterEach(() => expect(listeners.size).toBeLessThanOrEqual(1));

it("draws what is reported", async () => {
  render(<Shown />);
  await act(async () => tell("an answer"));
  expect(screen.getByText("an answer")).toBeVisible();
});

it("draws what came before it subscribed", async () => {
  beforeSubscribed = () => tell("an early answer");
  await act(async () => render(<Shown />));
  expect(screen.getByText("an early answer")).toBeVisible();
});

it("listens to one store at a time, and to none once it is gone", async () => {
  const { rerender, unmount } = render(<Shown />);
  rerender(<Shown name="two" />);
  expect(listeners.size).toBe(1);
  await act(async () => tell("the other's answer"));
  expect(screen.getByText("the other's answer")).toBeVisible();
  unmount();
  expect(listeners.size).toBe(0);
});
