import type { IconName } from "@/components/ui/marks/Icon";

export type Entry = {
  /** Stays the same when the list of the server takes the place of the page's own. */
  id: string;
  label: string;
  subtitle: string | null;
  icon: IconName | { swatch: string };
  run: () => void;
};

export type EntryGroup = { key: string; label: string; entries: readonly Entry[] };

/** Lower case without accents; one letter stays one letter, so that places in the label hold. */
function plain(text: string): string {
  return Array.from(text, (letter) => {
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return bare.length === letter.length ? bare : letter;
  }).join("");
}

function wordsOf(query: string): string[] {
  return plain(query).split(/\s+/).filter(Boolean);
}

/** How well a word stands in a text: at its start, at the start of a word, inside, or not at all. */
function rank(text: string, word: string): number {
  const place = text.indexOf(word);
  if (place < 0) return 0;
  if (place === 0) return 3;
  return /[\p{L}\p{N}]/u.test(text.charAt(place - 1)) ? 1 : 2;
}

function score(entry: Entry, group: string, words: readonly string[]): number {
  const label = plain(entry.label);
  const rest = plain(`${entry.subtitle ?? ""} ${group}`);
  let sum = 0;
  for (const word of words) {
    const found = rank(label, word) * 2 || (rank(rest, word) > 1 ? 1 : 0);
    if (found === 0) return 0;
    sum += found;
  }
  return sum;
}

/** The entries in which every word of the query is found, the best of each group first. */
export function matchEntries(groups: readonly EntryGroup[], query: string): EntryGroup[] {
  const words = wordsOf(query);
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => {
      const scored = group.entries.map((entry) => ({
        entry,
        points: score(entry, group.label, words),
      }));
      const found = scored
        .filter(({ points }) => points > 0)
        .sort((one, other) => other.points - one.points);
      return {
        group: { ...group, entries: found.map(({ entry }) => entry) },
        best: found[0]?.points ?? 0,
      };
    })
    .filter(({ best }) => best > 0)
    .sort((one, other) => other.best - one.best)
    .map(({ group }) => group);
}

export type Piece = { text: string; found: boolean; at: number };

/** The label cut into what the query found and what stands between. */
export function pieces(label: string, query: string): Piece[] {
  const text = plain(label);
  const marks = new Array<boolean>(label.length).fill(false);
  for (const word of wordsOf(query)) {
    const place = text.indexOf(word);
    if (place >= 0) marks.fill(true, place, place + word.length);
  }
  const cut: Piece[] = [];
  for (let at = 0; at < label.length; at += 1) {
    const last = cut.at(-1);
    if (last && last.found === marks[at]) last.text += label.charAt(at);
    else cut.push({ text: label.charAt(at), found: marks[at] === true, at });
  }
  return cut;
}
