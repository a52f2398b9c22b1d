import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { clampedView, type MapView, moveView, type Size, wholeWorld, zoomView } from "./mapView";

type Point = { x: number; y: number };

/** Less is a press with an unsteady hand. */
const dragFrom = 5;

function between(points: ReadonlyArray<Point>): { middle: Point; distance: number } {
  const [one = { x: 0, y: 0 }, other = one] = points;
  return {
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

/** Moves and zooms a map in its window: a drag, two fingers, the wheel with Ctrl as touchpads send it when pinched. */
export function useMapView(
  box: RefObject<HTMLElement | null>,
  map: Size | null,
  size: Size | null,
) {
  const [requested, setRequested] = useState<MapView>(wholeWorld);
  const pointers = useRef(new Map<number, Point>());
  const dragged = useRef(false);
  const settle = (view: MapView) => (map && size ? clampedView(view, map, size) : view);
  const view = settle(requested);
  const change = (next: (view: MapView) => MapView) =>
    setRequested((before) => settle(next(settle(before))));

  const placeOf = (event: { clientX: number; clientY: number }): Point => {
    const edge = box.current?.getBoundingClientRect();
    return { x: event.clientX - (edge?.left ?? 0), y: event.clientY - (edge?.top ?? 0) };
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // Without a key the wheel belongs to the page.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = placeOf(event);
    change((before) => zoomView(before, Math.exp(-event.deltaY / 200), at));
  });
  useEffect(() => {
    const element = box.current;
    const listen = (event: WheelEvent) => onWheel(event);
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [box]);

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (pointers.current.size === 0) dragged.current = false;
    pointers.current.set(event.pointerId, placeOf(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = placeOf(event);
    const far = Math.hypot(now.x - before.x, now.y - before.y) >= dragFrom;
    if (!dragged.current && !far) return;
    if (!dragged.current) {
      dragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const old = between([...pointers.current.values()]);
    pointers.current.set(event.pointerId, now);
    const next = between([...pointers.current.values()]);
    const factor = old.distance > 0 && next.distance > 0 ? next.distance / old.distance : 1;
    const by = { x: next.middle.x - old.middle.x, y: next.middle.y - old.middle.y };
    change((one) => moveView(zoomView(one, factor, old.middle), by));
  };
  const onPointerEnd = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  };

  return {
    view,
    change,
    /** Whether the press that ends now moved the map. */
    wasDragged: () => dragged.current,
    bindings: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
    },
  };
}
