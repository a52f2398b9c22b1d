import { describe, expect, it, vi } from "vitest";
import type { ChartSettings } from "../addressParameters";
import { lookControls } from "./lookControls";

function controls(look: Partial<ChartSettings>, refusal: string | null = null) {
  const update = vi.fn();
  const initial = { style: "area", scale: "linear", mode: "level" } as const;
  const styles = ["area", "line"] as const;
  return { update, ...lookControls({ ...initial, ...look }, { styles, refusal }, update) };
}

describe("the controls of style and scale", () => {
  it("draw lines as soon as an index is chosen", () => {
    const { update, scale } = controls({});
    expect(scale.rebased).toMatchObject({ on: false, refusal: null });
    scale.rebased?.choose();
    expect(update).toHaveBeenCalledWith({ scale: "index", style: "line" });
  });

  it("end an index with another style, and keep any other scale", () => {
    const index = controls({ style: "line", scale: "index" });
    expect(index.scale.rebased?.on).toBe(true);
    index.style.onChange("area");
    expect(index.update).toHaveBeenCalledWith({ style: "area", scale: "linear" });
    const log = controls({ style: "line", scale: "log" });
    expect(log.scale.value).toBe("log");
    log.style.onChange("area");
    expect(log.update).toHaveBeenCalledWith({ style: "area" });
  });

  it("count no index that the chart cannot draw", () => {
    expect(controls({ scale: "index" }).scale.rebased?.on).toBe(false);
    const refused = controls({ style: "line", scale: "index", mode: "flow" }, "No levels.");
    expect(refused.scale.rebased).toMatchObject({ on: false, refusal: "No levels." });
  });
});
