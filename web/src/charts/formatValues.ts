import { dash, digitsOf, withFloor, withSign } from "@/lib/format/formatNumber";
import { currencies } from "./currencies";
import type { ChartUnit, Value } from "./types";

/** How the figures of one chart are written: one divisor for axis, legend and table. */
export type Scale = {
  divisor: number;
  prefix: string;
  suffix: string;
  /** The unit as a column header: "US$ bn". */
  head: string;
  decimals: number;
  kind: ChartUnit["kind"];
};

const steps = [
  { divisor: 1e15, suffix: "Q", word: "qn", spoken: "quadrillion" },
  { divisor: 1e12, suffix: "T", word: "tn", spoken: "trillion" },
  { divisor: 1e9, suffix: "B", word: "bn", spoken: "billion" },
  { divisor: 1e6, suffix: "M", word: "m", spoken: "million" },
  { divisor: 1e3, suffix: "K", word: "k", spoken: "thousand" },
] as const;
const plain = { divisor: 1, suffix: "", word: "", spoken: "" } as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function scaleOf(unit: ChartUnit, largest: number): Scale {
  if (unit.kind === "percent")
    return {
      divisor: 0.01,
      prefix: "",
      suffix: "%",
      head: "%",
      decimals: unit.decimals ?? 2,
      kind: unit.kind,
    };
  if (unit.kind === "index")
    return {
      divisor: 1,
      prefix: "",
      suffix: "",
      head: "Start = 100",
      decimals: 1,
      kind: unit.kind,
    };
  const size = unit.per ?? Math.abs(largest);
  const enough = unit.kind === "count" && unit.per === undefined ? size / 10 : size;
  const step = steps.find((candidate) => enough >= candidate.divisor) ?? plain;
  if (unit.kind === "money")
    return {
      divisor: step.divisor,
      prefix: unit.symbol ?? "$",
      suffix: step.suffix,
      head: [unit.code ?? "US$", step.word].filter(Boolean).join(" "),
      decimals: moneyDecimals(step.divisor, unit.decimals),
      kind: unit.kind,
    };
  return {
    divisor: step.divisor,
    prefix: "",
    suffix: step.suffix,
    head: step.word === "" ? capital(unit.noun) : `${capital(unit.noun)}, ${step.word}`,
    decimals: step.divisor === 1 ? (unit.decimals ?? 0) : 2,
    kind: unit.kind,
  };
}

function moneyDecimals(divisor: number, undivided = 2): number {
  if (divisor === 1) return undivided;
  return divisor >= 1e9 ? 2 : 1;
}

/** With grouped digits and a true minus; a value that rounds to nothing has no sign. */
export function formatFixed(value: number, decimals: number): string {
  return withSign(value, digitsOf(value, decimals));
}

export function formatSigned(value: number, decimals: number, suffix = ""): string {
  return withSign(value, digitsOf(value, decimals), { suffix, plus: true });
}

/** The figure under its unit: a table cell. */
export function formatCell(value: Value, scale: Scale): string {
  return value === null ? dash : withFloor(value / scale.divisor, scale.decimals);
}

/** A figure in running text: "$9.77B", "4.07%". */
export function formatValue(value: number, scale: Scale): string {
  const { prefix, suffix, decimals, divisor } = scale;
  return withSign(value, digitsOf(value / divisor, decimals), { prefix, suffix });
}

/** A figure for screen readers: "9.77 billion dollars". */
export function sayValue(value: Value, scale: Scale, unit: ChartUnit): string {
  if (value === null) return "no value";
  const amount = formatFixed(value / scale.divisor, scale.decimals).replace("−", "minus ");
  if (unit.kind === "percent") return `${amount} percent`;
  if (unit.kind === "index") return amount;
  const size = steps.find((step) => step.divisor === scale.divisor)?.spoken;
  const noun = unit.kind === "count" ? unit.noun : moneyWord(unit.code);
  return [amount, size, noun].filter(Boolean).join(" ");
}

function moneyWord(code = "US$"): string {
  return Object.values(currencies).find((currency) => currency.code === code)?.word ?? code;
}

/** Every digit and no exponent, as a machine reads it. */
export function exactDigits(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return Object.is(value, -0) ? "0" : text;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const digits = whole + fraction;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return digits.length <= point
    ? sign + digits.padEnd(point, "0")
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A share of a whole, for a table cell. */
export function shareText(part: Value, whole: Value): string {
  if (part === null || whole === null || whole === 0) return dash;
  const share = (part / whole) * 100;
  return `${formatFixed(share, Math.abs(share) >= 99.95 ? 0 : 1)}%`;
}
