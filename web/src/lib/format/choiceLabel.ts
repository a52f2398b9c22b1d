import { spellings } from "@/api/contract";

/** A word of a closed set: "asset_backed_credit" is "Asset backed credit". */
export function choiceLabel(value: string): string {
  const known = spellings[value];
  if (known) return known;
  const words = value.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
