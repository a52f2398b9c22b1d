import type { Explained } from "@/api/explained";
import { measureOf } from "../parts/measures";
import { InputButton } from "./InputButton";
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
          <InputButton
            key={nameOf(item)}
            label={nameOf(item)}
            figure={item.figure}
            number={item.number}
          />
        ))}
      </ul>
      {method && (
        <p className="mt-3 border-text border-s-2 bg-surface-2 px-3 py-2 text-sm">{method}</p>
      )}
      {figure && <Result label={name}>{figure}</Result>}
    </Section>
  );
}
