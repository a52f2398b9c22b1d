import { type Explained, explain } from "@/api/explained";
import { measureOf } from "../parts/measures";
import { Result, Section } from "./Worksheet";

type SeveralSheetProps = Omit<Extract<Explained, { kind: "several" }>, "kind">;

function nameOf({ name, number }: SeveralSheetProps["items"][number]): string {
  if (name !== undefined) return name;
  if (number.kind !== "series" && number.kind !== "aggregate") return number.name;
  const slug = number.kind === "series" ? number.key.measure : number.of.measure;
  return measureOf(slug)?.label ?? slug;
}

/** Numbers that belong together, each of which can be explained, and what they make. */
export function SeveralSheet({ name, items, method, figure }: SeveralSheetProps) {
  return (
    <Section title={name} note="choose the number to explain">
      <ul className="flex flex-col">
        {items.map((item) => (
          <li key={nameOf(item)} className="border-line border-b last:border-b-0">
            <button
              type="button"
              onClick={() => explain(item.number)}
              className="flex min-h-9 w-full items-center justify-between gap-3 rounded-xs text-start hover:bg-surface-2 hover:text-accent pointer-coarse:min-h-11"
            >
              <bdi className="truncate">{nameOf(item)}</bdi>
              <bdi className="num flex-none">{item.figure}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {method && (
        <p className="mt-3 border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">{method}</p>
      )}
      {figure && <Result label={name}>{figure}</Result>}
    </Section>
  );
}
