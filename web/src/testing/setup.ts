import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { clearToasts } from "@/lib/toasts";
import { simplifyComputedStyles } from "./computedStyle";
import { completeDialogs } from "./dialogs";
import { describeFailuresOnce } from "./failures";
import { server } from "./server";

/** Parts of the browser that jsdom lacks. */
function completeBrowser(): void {
  const idle = { observe() {}, unobserve() {}, disconnect() {} };
  window.ResizeObserver ??= class {
    observe = idle.observe;
    unobserve = idle.unobserve;
    disconnect = idle.disconnect;
  };
  window.matchMedia ??= (query: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    });
  completeDialogs();
  simplifyComputedStyles();
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.setPointerCapture ??= () => {};
  Element.prototype.releasePointerCapture ??= () => {};
}

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });
describeFailuresOnce();

beforeAll(() => {
  completeBrowser();
  server.listen({ onUnhandledRequest: "error" });
});

afterEach(() => {
  cleanup();
  clearToasts();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(document.documentElement.dataset)) {
    delete document.documentElement.dataset[name];
  }
  vi.useRealTimers();
});

afterAll(() => server.close());
