function letters(text: string): string[] {
  return Array.from(text).filter((sign) => /[\p{L}\p{N}]/u.test(sign));
}

/**
 * First and last letter of a ticker, so that USYC, USTB and USDY differ, its digits aside where it has two letters, and the
 * small letter before the capitals of a numbered one, which all of its family share; of a name of several words, the first
 * letters of the first and the last.
 */
export function monogramOf(name: string): string {
  const words = name
    .replace(/\s*\(sample\)\s*$/i, "")
    .replace(/^\p{Ll}(?=\p{Lu}+\p{N}+$)/u, "")
    .split(/\s+/)
    .map(letters)
    .filter((word) => word.length > 0);
  const first = words[0] ?? [];
  const last = words[words.length - 1] ?? [];
  const ends = first.filter((sign) => /\p{L}/u.test(sign));
  const second = words.length > 1 ? last[0] : (ends.length > 1 ? ends : first).at(-1);
  const one = first[0] ?? "";
  return `${one}${words.length > 1 || first.length > 1 ? (second ?? "") : ""}`.toUpperCase();
}
