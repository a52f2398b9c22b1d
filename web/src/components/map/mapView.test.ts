import { describe, expect, it } from "vitest";
import { clampedView, closest, placeTowards, showPlace, wholeWorld, zoomView } from "./mapView";

const map = { width: 2000, height: 1000 };
const box = { width: 1000, height: 600 };

describe("the part of a map in its window", () => {
  it("has the whole world in its middle at first", () => {
    expect(clampedView(wholeWorld, map, box)).toEqual({ zoom: 1, x: 0, y: 50 });
  });

  it("keeps the point under the fingers where it is", () => {
    const at = { x: 300, y: 200 };
    const before = clampedView({ zoom: 4, x: -800, y: -600 }, map, box);
    const after = zoomView(before, 2, at);
    expect((at.x - after.x) / after.zoom).toBeCloseTo((at.x - before.x) / before.zoom);
    expect((at.y - after.y) / after.zoom).toBeCloseTo((at.y - before.y) / before.zoom);
  });

  it("leaves no edge bare and goes neither too near nor too far", () => {
    expect(clampedView({ zoom: 2, x: 500, y: 900 }, map, box)).toEqual({ zoom: 2, x: 0, y: 0 });
    expect(clampedView({ zoom: 2, x: -5000, y: -5000 }, map, box)).toEqual({
      zoom: 2,
      x: -1000,
      y: -400,
    });
    expect(clampedView({ zoom: 999, x: 0, y: 0 }, map, box).zoom).toBe(closest);
    expect(clampedView({ zoom: 0.1, x: 0, y: 0 }, map, box).zoom).toBe(1);
  });

  it("moves no more than it takes to show a place", () => {
    const view = { zoom: 2, x: 0, y: 0 };
    expect(showPlace(view, { x: 400, y: 300 }, map, box)).toEqual(view);
    expect(showPlace(view, { x: 1100, y: 300 }, map, box)).toEqual({ zoom: 2, x: -132, y: 0 });
  });
});

describe("a step on the map", () => {
  const here = { x: 0, y: 0 };
  const east = { x: 50, y: 5 };
  const farEast = { x: 90, y: 0 };
  const north = { x: 4, y: -30 };

  it("leads to the nearest place ahead", () => {
    const places = [farEast, north, east];
    expect(placeTowards(here, "ArrowRight", places)).toBe(east);
    expect(placeTowards(here, "ArrowUp", places)).toBe(north);
  });

  it("leads nowhere at the edge", () => {
    expect(placeTowards(here, "ArrowLeft", [east, farEast])).toBeNull();
  });
});
