const longestTyped = 80;

export type NamedSlug = { slug: string; name: string };

/** Pairs of neighbouring letters, as often as they occur. */
function pairs(text: string): Map<string, number> {
  const letters = [...` ${text} `];
  const found = new Map<string, number>();
  for (let at = 1; at < letters.length; at++) {
    const pair = `${letters[at - 1]}${letters[at]}`;
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

function count(found: Map<string, number>): number {
  return [...found.values()].reduce((sum, each) => sum + each, 0);
}

/** How alike two texts are, from 0 to 1: the share of the pairs of letters that both have. */
export function similarity(one: string, other: string): number {
  const [first, second] = [pairs(one.toLowerCase()), pairs(other.toLowerCase())];
  let shared = 0;
  for (const [pair, times] of first) shared += Math.min(times, second.get(pair) ?? 0);
  return (2 * shared) / (count(first) + count(second));
}

const leastAlike = 0.3;
const mostOffered = 5;

/** The records with the names most like what was typed, the most similar first. */
export function mostSimilar(typed: string, offers: readonly NamedSlug[]): NamedSlug[] {
  return offers
    .map((offer) => ({
      offer,
      score: Math.max(similarity(typed, offer.slug), similarity(typed, offer.name)),
    }))
    .filter(({ score }) => score >= leastAlike)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostOffered)
    .map(({ offer }) => offer);
}

/** The parts of a slug by which similar ones are looked for. */
export function searchTerms(slug: string): string[] {
  const words = slug
    .slice(0, longestTyped)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const long = words.filter((word) => [...word].length > 2);
  const beginnings = long.map((word) => [...word].slice(0, 3).join(""));
  return [...new Set(beginnings.length > 0 ? beginnings : words)].slice(0, 8);
}
