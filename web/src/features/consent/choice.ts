import { useMemo } from "react";
import type { ThirdPartyScript } from "@/api/installation/thirdParty";
import { createSource } from "@/lib/createStore";
import { type Purpose, purposeOf, purposes, serviceOf } from "./purposes";

/** The visitor's choice, as this browser keeps it. */
export type Choice = {
  version: 1;
  date: string;
  granted: readonly Purpose[];
  /** The services that the visitor was informed about when deciding. */
  services: readonly string[];
};

/** Earlier versions stored the services as `told`; a choice stored that way remains valid. */
type StoredChoice = Partial<Choice & { told: Choice["services"] }>;

const key = "assay.consent";
/** A year later people may think otherwise. */
const lifetime = 365 * 24 * 60 * 60_000;

/** Without storage the choice lasts as long as the page. */
let unstored: string | null = null;

function read(): string | null {
  try {
    return localStorage.getItem(key) ?? unstored;
  } catch {
    return unstored;
  }
}

const stored = createSource((notify) => {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify();
  };
  window.addEventListener("storage", fromOtherTab);
  return () => window.removeEventListener("storage", fromOtherTab);
});

function parse(text: string | null): Choice | null {
  try {
    const value = JSON.parse(text ?? "null") as StoredChoice | null;
    const { version, date, granted, told: former, services = former } = value ?? {};
    if (version !== 1 || typeof date !== "string") return null;
    if (!Array.isArray(granted) || !Array.isArray(services)) return null;
    if (!(Date.now() - Date.parse(date) < lifetime)) return null;
    return { version, date, granted: purposes.filter((one) => granted.includes(one)), services };
  } catch {
    return null;
  }
}

/** Keeps what the visitor decided about these scripts. */
export function keepChoice(
  granted: readonly Purpose[],
  scripts: readonly ThirdPartyScript[],
): void {
  const date = new Date().toISOString();
  const choice: Choice = { version: 1, date, granted, services: scripts.map(serviceOf) };
  const text = JSON.stringify(choice);
  unstored = null;
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored = text;
  }
  stored.notify();
}

/** The choice of this browser's visitor, made here or in another tab; null before. */
export function useChoice(): Choice | null {
  const text = stored.useRead(read, null);
  return useMemo(() => parse(text), [text]);
}

/** Whether there is nothing left to ask about these scripts. */
export function isAnswered(choice: Choice | null, scripts: readonly ThirdPartyScript[]): boolean {
  return scripts.every((script) => choice?.services.includes(serviceOf(script)));
}

/** The scripts that the visitor agreed to, knowing of them. */
export function permittedScripts(
  choice: Choice | null,
  scripts: readonly ThirdPartyScript[],
): ThirdPartyScript[] {
  return scripts.filter(
    (script) =>
      choice?.granted.includes(purposeOf(script)) && choice.services.includes(serviceOf(script)),
  );
}

/** Whether the browser asks every site, by Global Privacy Control, to keep others out. */
export function refusesByBrowser(): boolean {
  const browser: Navigator & { globalPrivacyControl?: unknown } = navigator;
  return browser.globalPrivacyControl === true;
}
