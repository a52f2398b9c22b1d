import { createSource } from "@/lib/createStore";

export type Theme = "light" | "dark";

/** The keys are read by public/first.js before the first paint as well. */
const accountKey = "assay.account-theme";
const choiceKey = "assay.theme";
const handedOverKey = "assay.theme-handed-over";

function read(key: string): Theme | null {
  try {
    const value = localStorage.getItem(key);
    return value === "dark" || value === "light" ? value : null;
  } catch {
    return null;
  }
}

function write(key: string, theme: Theme | null): void {
  try {
    if (theme === null) localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the theme lasts as long as the page.
  }
}

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Shown in place of every other theme, as long as a page wants to be seen in it. */
let forced: Theme | null = null;
let settled: Theme | null = null;

function apply(theme: Theme): void {
  settled = theme;
  document.documentElement.dataset.theme = forced ?? theme;
  shown.notify();
}

/** The theme of the document, which follows the system until somebody chooses another. */
const shown = createSource(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    if (read(accountKey) === null && read(choiceKey) === null) apply(systemTheme());
  };
  system.addEventListener("change", follow);
  return () => system.removeEventListener("change", follow);
});

/** Calls the listener at every change of the shown theme; returns what ends it. */
export const watchTheme = shown.watch;

/** Shows a theme without storing it as a choice; null restores the chosen one. */
export function forceTheme(theme: Theme | null): void {
  const before = settled ?? document.documentElement.dataset.theme;
  forced = theme;
  apply(before === "dark" ? "dark" : "light");
}

/** The theme of the account, or null without a session. */
export function applyAccountTheme(theme: Theme | null): void {
  write(accountKey, theme);
  apply(theme ?? read(choiceKey) ?? systemTheme());
}

/** Keeps the next page from showing the theme of an account that has just left. */
export function forgetAccountTheme(): void {
  write(accountKey, null);
}

/** The theme that a visitor without an account chose in this browser. */
export function chooseTheme(theme: Theme): void {
  write(choiceKey, theme);
  write(handedOverKey, null);
  apply(theme);
}

/** The visitor's choice that no account has stored yet. */
export function choiceToHandOver(): Theme | null {
  const choice = read(choiceKey);
  return choice === read(handedOverKey) ? null : choice;
}

/** An account knows the visitor's choice, or has one of its own: from now on the account's holds. */
export function handOverChoice(): void {
  write(handedOverKey, read(choiceKey));
}

export function useShownTheme(): Theme {
  return shown.useRead(
    () => (document.documentElement.dataset.theme === "dark" ? "dark" : "light"),
    "light",
  );
}
