import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";

const beforePaint = readFileSync("public/first.js", "utf8");

function fetched() {
  return [...document.querySelectorAll<HTMLScriptElement>("script:not([type])")].map((script) => ({
    path: new URL(script.src).pathname,
    async: script.async,
  }));
}

function open({ hidden }: { hidden: boolean }) {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "setTimeout"] });
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.head.innerHTML =
    '<script src="/one.js" type="painted"></script><script src="/two.js" type="painted"></script>';
  new Function(beforePaint)();
}

/** Stands in for the browser that says what it has painted. */
function tellPaints() {
  let tell = (_names: string[]) => {};
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      static supportedEntryTypes = ["paint"];
      constructor(callback: (paints: { getEntriesByName: (name: string) => string[] }) => void) {
        tell = (names) =>
          callback({ getEntriesByName: (name) => names.filter((each) => each === name) });
      }
      observe() {}
      disconnect() {}
    },
  );
  return (...names: string[]) => tell(names);
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.innerHTML = "";
});

describe("the scripts of a page", () => {
  const inOrder = [
    { path: "/one.js", async: false },
    { path: "/two.js", async: false },
  ];

  it("are fetched after the first paint, in their order", () => {
    open({ hidden: false });
    expect(fetched()).toEqual([]);
    vi.runAllTimers();
    expect(fetched()).toEqual(inOrder);
  });

  it("are fetched once the browser says that it has painted", () => {
    const paint = tellPaints();
    open({ hidden: false });
    paint("first-paint");
    expect(fetched()).toEqual([]);
    paint("first-paint", "first-contentful-paint");
    expect(fetched()).toEqual(inOrder);
    vi.runAllTimers();
    expect(fetched()).toEqual(inOrder);
  });

  it("are fetched a second later where the browser never says so", () => {
    tellPaints();
    open({ hidden: false });
    vi.advanceTimersByTime(999);
    expect(fetched()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fetched()).toEqual(inOrder);
  });

  it("are fetched at once in a hidden page", () => {
    open({ hidden: true });
    expect(fetched()).toEqual(inOrder);
  });
});
