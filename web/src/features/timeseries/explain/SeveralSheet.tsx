import { type Explained, explain } from "@/api/explained";
import { Section } from "./Worksheet";

type SeveralSheetProps = Omit<Extract<Explained, { kind: "several" }>, "kind">;

/** The numbers of one day, each of which can be explained. */
export function SeveralSheet({ name, items }: SeveralSheetProps) {
  return (
    <Section title={name} note="choose the number to explain">
      <ul className="flex flex-col">
        {items.map((item) => (
          <li key={item.name} className="border-line border-b last:border-b-0">
            <button
              type="button"
              onClick={() => explain(item.number)}
              className="flex min-h-9 w-full items-center justify-between gap-3 rounded-xs text-start hover:bg-surface-2 hover:text-accent pointer-coarse:min-h-11"
            >
              <bdi className="truncate">{item.name}</bdi>
              <bdi className="num flex-none">{item.figure}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
