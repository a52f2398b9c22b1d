const sizes: Record<string, number> = { "": 1, k: 1e3, m: 1e6, b: 1e9, bn: 1e9, t: 1e12 };

/** Reads a number as people write it: "1,250.5", "$10M", "−3". Null for nothing, undefined for what is no number. */
export function parseNumber(text: string): number | null | undefined {
  const plain = text
    .replace(/[\s$,'\u00a0\u202f]/g, "")
    .replace("−", "-")
    .toLowerCase();
  if (plain === "") return null;
  const [, digits = "", suffix = ""] = /^([-+]?(?:\d+\.?\d*|\.\d+))([a-z]*)$/.exec(plain) ?? [];
  const size = sizes[suffix];
  if (digits === "" || size === undefined) return undefined;
  const value = Number((Number(digits) * size).toPrecision(15));
  return Number.isFinite(value) ? value : undefined;
}
