import declared from "../../../../proto/declared/thresholds.json";
import { fullDigits } from "./formatNumber";

/** The numbers of checks and methods that texts state; the services calculate with the same file. */
export const thresholds = declared;

const byName: Readonly<Record<string, number>> = declared;
const words = "zero one two three four five six seven eight nine ten".split(" ");

const forms: Readonly<Record<string, (value: number) => string | undefined>> = {
  digits: fullDigits,
  words: (value) => words[value],
  percent: (value) => fullDigits(value * 100),
};

/** Fills in the thresholds that a text names: "{repeated_values}" is 10, and "{repeated_values:words}" is ten. */
export function withThresholds(text: string): string {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (place, name: string, form = "digits") => {
    const value = byName[name];
    const written = value === undefined ? undefined : forms[form]?.(value);
    if (written === undefined) throw new Error(`No threshold for ${place} in: ${text}`);
    return written;
  });
}
