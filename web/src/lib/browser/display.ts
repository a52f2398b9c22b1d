import { createSource } from "@/lib/createStore";

/**
 * Settings of the interface that the browser remembers. Each stands as an attribute of the document, which
 * public/first.js sets before the first paint, so that nothing moves when the page comes to life.
 */
type Setting = "density" | "sidebar" | "folded" | "flags" | "samples";

const shown = createSource();

export type Density = "comfortable" | "compact";

/** The setting as shown; the exported page and a new browser have the fallback. */
export function useSetting(setting: Setting, fallback: string): string {
  return shown.useRead(() => document.documentElement.dataset[setting] ?? fallback, fallback);
}

/** Shows the setting without keeping it. */
export function showSetting(setting: Setting, value: string): void {
  document.documentElement.dataset[setting] = value;
  shown.notify();
}

export function changeSetting(setting: Setting, value: string): void {
  if (document.documentElement.dataset[setting] === value) return;
  try {
    localStorage.setItem(`assay.${setting}`, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  showSetting(setting, value);
}

export function useDensity(): Density {
  return useSetting("density", "comfortable") === "compact" ? "compact" : "comfortable";
}

/** Sample data: "on" once this browser has seen some, "off" while it excludes them. */
export function useSamples(): "unseen" | "on" | "off" {
  return useSetting("samples", "unseen") as "unseen" | "on" | "off";
}

export function excludesSamples(): boolean {
  return document.documentElement.dataset.samples === "off";
}
