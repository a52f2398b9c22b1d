// Sets the theme before the first paint: the account's as last seen, else the visitor's choice, else the system's.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("assay.account-theme") || localStorage.getItem("assay.theme");
  } catch {
    // A browser that refuses storage follows the system.
  }
  if (theme !== "dark" && theme !== "light") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();

// Sets how the pages were laid out last, so that nothing moves when the page comes to life.
for (const setting of ["density", "sidebar", "folded", "flags", "samples"]) {
  try {
    const value = localStorage.getItem(`assay.${setting}`);
    if (value !== null) document.documentElement.dataset[setting] = value;
  } catch {
    // A browser that refuses storage has the layout of a new one.
  }
}

// Apple keyboards have another key for commands, which the page names.
if (/^(Mac|iP)/.test(navigator.platform)) document.documentElement.dataset.keys = "apple";

// Marks pages whose address has a query, because the exported page does not know it.
if (location.search !== "") document.documentElement.dataset.query = "";

// Keeps the last button that is pressed before the page comes to life, and presses it again then (EarlyPress).
(() => {
  let kept = null;
  const keep = (event, button) => {
    if (!button) return;
    kept = button;
    event.preventDefault();
  };
  const press = (event) => keep(event, event.target.closest("button"));
  const type = (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const chord = command && event.key.toLowerCase() === "k";
    const slash = event.key === "/" && !event.target.closest("input, textarea, select");
    if (chord || slash) keep(event, document.querySelector('[aria-keyshortcuts~="Control+K"]'));
  };
  addEventListener("click", press, true);
  addEventListener("keydown", type, true);
  const wake = () => {
    removeEventListener("click", press, true);
    removeEventListener("keydown", type, true);
    if (kept?.isConnected) kept.click();
  };
  addEventListener("assay:alive", wake, { once: true });
})();

// Fetches the scripts of the page after its first paint, in their order; a hidden tab is never painted.
(() => {
  let fetched = false;
  const fetchScripts = () => {
    if (fetched) return;
    fetched = true;
    for (const { src } of document.querySelectorAll('script[type="painted"]')) {
      const script = document.createElement("script");
      script.async = false;
      script.src = src;
      document.head.append(script);
    }
  };
  const afterPaint = () => {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) {
      requestAnimationFrame(() => setTimeout(fetchScripts));
      return;
    }
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length === 0) return;
      observer.disconnect();
      fetchScripts();
    });
    observer.observe({ type: "paint", buffered: true });
    // A page that is left before it was painted does not say when it is.
    setTimeout(fetchScripts, 1_000);
  };
  const whenPainted = () => {
    if (document.hidden) fetchScripts();
    else afterPaint();
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", whenPainted);
  else whenPainted();
})();
