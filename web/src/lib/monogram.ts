import { stableHash } from "./stableHash";

/** The steps of the palette that are far apart. */
const steps = 8;

function letters(text: string): string[] {
  return Array.from(text).filter((sign) => /[\p{L}\p{N}]/u.test(sign));
}

/**
 * First and last letter of a ticker, so that USYC, USTB and USDY differ; of a name of several words, the first letters of
 * the first and the last.
 */
export function monogramOf(name: string): string {
  const words = name
    .replace(/\s*\(sample\)\s*$/i, "")
    .split(/\s+/)
    .map(letters)
    .filter((word) => word.length > 0);
  const first = words[0] ?? [];
  const last = words[words.length - 1] ?? [];
  const second = words.length > 1 ? last[0] : first[first.length - 1];
  const one = first[0] ?? "";
  return `${one}${words.length > 1 || first.length > 1 ? (second ?? "") : ""}`.toUpperCase();
}

/** The same step of the palette for an entity on every page; charts begin with it too. */
export function colourStepOf(id: string): number {
  return (stableHash(id) % steps) + 1;
}
