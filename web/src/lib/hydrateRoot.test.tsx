import { act } from "@testing-library/react";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import client from "./hydrateRoot";

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}

test("brings to life what stands in the page already, without drawing it anew", async () => {
  const host = document.createElement("div");
  host.innerHTML = renderToString(<Counter />);
  document.body.append(host);
  const button = host.querySelector("button");
  const errors: unknown[] = [];
  const onRecoverableError = (error: unknown) => errors.push(error);
  const root = await act(async () => client.hydrateRoot(host, <Counter />, { onRecoverableError }));
  expect(host.querySelector("button")).toBe(button);
  await act(async () => button?.click());
  expect(button?.textContent).toBe("1");
  expect(errors).toEqual([]);
  await act(async () => root.unmount());
  host.remove();
});
