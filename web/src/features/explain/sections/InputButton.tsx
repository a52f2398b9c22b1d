import { explain, type NumberKey } from "@/app-state/numberExplanation";
import { MarkedName } from "./MarkedName";

type InputButtonProps = { label: string; figure: string; number: NumberKey; sample: boolean };

/** A number that another one is made of, and the way to its own explanation. */
export function InputButton({ label, figure, number, sample }: InputButtonProps) {
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        onClick={() => explain(number)}
        className="flex min-h-9 w-full items-center justify-between gap-3 rounded-xs text-start hover:bg-surface-2 hover:text-accent pointer-coarse:min-h-11"
      >
        <MarkedName sample={sample}>{label}</MarkedName>{" "}
        <bdi className="num flex-none">{figure}</bdi>
      </button>
    </li>
  );
}
