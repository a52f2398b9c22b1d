import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { clearToasts, useToasts } from "./toasts";
import { useOnDemand } from "./useOnDemand";

it("says that a part cannot be had, and fetches it when it is asked for again", async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("away"))
    .mockRejectedValueOnce(new Error("away"))
    .mockResolvedValue("here");
  const { result } = renderHook(() => useOnDemand(load, "The menu"));
  const toasts = renderHook(() => useToasts());
  await act(async () => result.current.preload());
  expect(toasts.result.current).toEqual([]);

  await act(async () => result.current.ask());
  expect(toasts.result.current[0]?.message).toBe("The menu could not be loaded.");
  expect(result.current).toMatchObject({ part: null, asked: false });

  await act(async () => result.current.ask());
  expect(result.current).toMatchObject({ part: "here", asked: true });
  act(clearToasts);
});
