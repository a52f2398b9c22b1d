import { act, renderHook } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { clearToasts, useToasts } from "../toasts";
import { preloadPart, useOnDemand, useWhileOpen } from "./useOnDemand";

it("reports that a part cannot be loaded, and fetches it when it is opened again", async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("away"))
    .mockRejectedValueOnce(new Error("away"))
    .mockResolvedValue("here");
  const { result } = renderHook(() => useOnDemand(load, "The menu"));
  const toasts = renderHook(() => useToasts());
  await act(async () => result.current.preload());
  expect(toasts.result.current).toEqual([]);

  await act(async () => result.current.request());
  expect(toasts.result.current[0]?.message).toBe("The menu could not be loaded.");
  expect(result.current).toMatchObject({ part: null, requested: false });

  await act(async () => result.current.request());
  expect(result.current).toMatchObject({ part: "here", requested: true });
  act(clearToasts);
});

it("closes a part again that cannot be had, and keeps one that was", async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("away"))
    .mockResolvedValue("here");
  const close = vi.fn();
  const open = (isOpen: boolean) => useWhileOpen(isOpen, close, load, "The search");
  const { result, rerender } = renderHook(open, { initialProps: false });
  const toasts = renderHook(() => useToasts());
  expect(load).not.toHaveBeenCalled();

  await act(async () => rerender(true));
  expect(close).toHaveBeenCalledTimes(1);
  expect(toasts.result.current[0]?.message).toBe("The search could not be loaded.");

  rerender(false);
  await act(async () => rerender(true));
  rerender(false);
  expect(result.current).toBe("here");
  expect(load).toHaveBeenCalledTimes(2);
  act(clearToasts);
});

type OpenedProps = { load: () => Promise<string>; onRendered: () => void };

function Opened({ load, onRendered }: OpenedProps) {
  const shown = useWhileOpen(true, stay, load, "The menu");
  onRendered();
  return shown;
}

function stay() {}

it("shows a part that was loaded ahead between its rendering and its effects", async () => {
  let arrive = (_part: string) => {};
  const part = new Promise<string>((done) => {
    arrive = done;
  });
  const load = () => part;
  // Effects run at their own time, as in a browser.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  void preloadPart(load);
  const place = document.createElement("div");
  const root = createRoot(place);
  root.render(<Opened load={load} onRendered={() => arrive("here")} />);
  await vi.waitFor(() => expect(place.textContent).toBe("here"), 20_000);
  vi.unstubAllGlobals();
  act(() => root.unmount());
});
