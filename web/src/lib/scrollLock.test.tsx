import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { RemoveScrollBar } from "./scrollLock";

const root = document.documentElement;

afterEach(() => vi.restoreAllMocks());

test("the page is held as long as one layer is open", () => {
  const first = render(<RemoveScrollBar />);
  const second = render(<RemoveScrollBar />);
  first.unmount();
  expect(root).toHaveAttribute("data-scroll-locked");
  second.unmount();
  expect(root).not.toHaveAttribute("data-scroll-locked");
});

test("the room of the scroll bar is kept", () => {
  vi.spyOn(root, "clientWidth", "get").mockReturnValue(window.innerWidth - 15);
  const layer = render(<RemoveScrollBar />);
  expect(root.style.paddingInlineEnd).toBe("15px");
  layer.unmount();
  expect(root.style.paddingInlineEnd).toBe("");
});
