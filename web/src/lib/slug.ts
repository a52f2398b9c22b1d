import { useRouter } from "next/router";
import { firstValue } from "./url";

const longest = 80;

/** The words of a slug as a heading, until the name is known: "harbour-fund" is "Harbour fund". */
export function slugWords(slug: string): string {
  const words = slug
    .replace(/[\p{C}\s_-]+/gu, " ")
    .trim()
    .slice(0, longest);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words of a route's parameter; in the exported page, which serves every slug, the fallback. */
export function useSlugWords(parameter: string, fallback: string): string {
  const { query } = useRouter();
  return slugWords(firstValue(query[parameter]) ?? "") || fallback;
}
