import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { clearToasts, useToasts } from "../toasts";
import { useOnDemand, useWhileOpen } from "./useOnDemand";

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
