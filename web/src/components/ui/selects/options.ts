import type { ReactNode } from "react";

export type Option<Value extends string = string> = {
  value: Value;
  content: { label: string; icon?: ReactNode };
};

/** A list longer than this offers a search box. */
export const searchAbove = 8;

/** Options that read as their value. */
export function toOptions<Value extends string>(
  values: ReadonlyArray<Value>,
): Array<Option<Value>> {
  return values.map((value) => ({ value, content: { label: value } }));
}

export function matchOptions<Value extends string>(
  options: ReadonlyArray<Option<Value>>,
  search: string,
): Array<Option<Value>> {
  const term = search.trim().toLowerCase();
  return options.filter((option) => option.content.label.toLowerCase().includes(term));
}
