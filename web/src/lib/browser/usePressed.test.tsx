import { act, render, screen } from "@testing-library/react";
import { startTransition, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { usePressed } from "./usePressed";

const waiting: Array<() => void> = [];
const settle = () =>
  act(async () => {
    for (const done of waiting.splice(0)) done();
  });

// React shows what was pressed until all that is under way anywhere has ended.
afterEach(settle);

/** Takes a choice only on a call, as a page does that has to work out what the choice means. */
function Page({ takes = true }: { takes?: boolean }) {
  const [order, setOrder] = useState("by value");
  const change = (next: string) =>
    startTransition(async () => {
      await new Promise<void>((done) => {
        waiting.push(done);
      });
      startTransition(() => setOrder(takes ? next : order));
    });
  return (
    <>
      <Control order={order} onChange={change} />
      <p>Sorted {order}</p>
    </>
  );
}

function Control({ order, onChange }: { order: string; onChange: (next: string) => void }) {
  const [shown, press] = usePressed(order, onChange);
  return (
    <button type="button" onClick={() => press(shown === "by value" ? "by name" : "by value")}>
      {shown}
    </button>
  );
}

const press = () => act(async () => screen.getByRole("button").click());

test("a control shows the choice at once, and the page follows", async () => {
  render(<Page />);
  await press();
  expect(screen.getByRole("button").textContent).toBe("by name");
  expect(screen.getByText("Sorted by value")).toBeDefined();
  await settle();
  expect(screen.getByText("Sorted by name")).toBeDefined();
  expect(screen.getByRole("button").textContent).toBe("by name");
});

test("a second press before the page has followed builds on the first", async () => {
  render(<Page />);
  await press();
  await press();
  expect(screen.getByRole("button").textContent).toBe("by value");
});

test("a choice that the page does not take is not shown any longer", async () => {
  render(<Page takes={false} />);
  await press();
  await settle();
  expect(screen.getByRole("button").textContent).toBe("by value");
});
