import { fireEvent, render } from "@testing-library/react";
import { Slot } from "radix-ui";
import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { RemoveScroll } from "./scrollLock";

type Box = { height: number; content: number; top: number };

/** This browser lays nothing out, so the test sets how far an element can be scrolled. */
function scrolling(element: Element, { height, content, top }: Box): void {
  Object.defineProperty(element, "clientHeight", { value: height });
  Object.defineProperty(element, "scrollHeight", { value: content });
  element.scrollTop = top;
}

function layer() {
  const panel = createRef<HTMLDivElement>();
  const view = render(
    <>
      <p>page</p>
      <RemoveScroll as={Slot.Root} shards={[panel]}>
        <div data-testid="scrim" />
      </RemoveScroll>
      <div ref={panel}>
        <p>words</p>
        <div data-testid="list" style={{ overflowY: "auto" }}>
          <p>entry</p>
        </div>
      </div>
    </>,
  );
  const list = view.getByTestId("list");
  return { ...view, list };
}

/** Whether the browser may go on and scroll. */
const wheel = (element: Element, init: WheelEventInit) => fireEvent.wheel(element, init);

function swipe(element: Element, from: number, to: number): boolean {
  fireEvent.touchStart(element, { touches: [{ clientX: 0, clientY: from }] });
  return fireEvent.touchMove(element, { touches: [{ clientX: 0, clientY: to }] });
}

describe("beneath a layer", () => {
  it("neither wheel nor finger moves the page", () => {
    const { getByTestId, getByText } = layer();
    for (const part of [getByTestId("scrim"), getByText("words")]) {
      expect(wheel(part, { deltaY: 100 })).toBe(false);
      expect(swipe(part, 200, 100)).toBe(false);
    }
  });

  it("what the layer can scroll is scrolled, up to its end", () => {
    const { list, getByText } = layer();
    scrolling(list, { height: 100, content: 300, top: 0 });
    const entry = getByText("entry");
    expect(wheel(entry, { deltaY: 100 })).toBe(true);
    expect(wheel(entry, { deltaY: -100 })).toBe(false);
    expect(wheel(entry, { deltaX: 100, deltaY: 10 })).toBe(false);
    expect(swipe(entry, 200, 100)).toBe(true);
    list.scrollTop = 200;
    expect(wheel(entry, { deltaY: 100 })).toBe(false);
    expect(swipe(entry, 100, 200)).toBe(true);
  });

  it("zooming is left to the browser", () => {
    const { getByTestId } = layer();
    const scrim = getByTestId("scrim");
    expect(wheel(scrim, { deltaY: 10, ctrlKey: true })).toBe(true);
    const touches = [
      { clientX: 0, clientY: 0 },
      { clientX: 9, clientY: 9 },
    ];
    expect(fireEvent.touchMove(scrim, { touches })).toBe(true);
  });

  it("the page moves again once the layer is gone", () => {
    const { container, unmount } = layer();
    const scrim = container.querySelector("[data-testid=scrim]") as Element;
    unmount();
    expect(wheel(scrim, { deltaY: 100 })).toBe(true);
  });
});
