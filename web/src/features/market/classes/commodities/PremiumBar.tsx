import { ZeroBar } from "../../rankings/ZeroBar";

type PremiumBarProps = {
  premium: number | null;
  /** The premiums of all rows, which share one extent. */
  all: ReadonlyArray<number | null>;
};

/** A premium as a bar beside zero. An unknown premium has no bar: a bar of no length would say that it is zero. */
export function PremiumBar({ premium, all }: PremiumBarProps) {
  if (premium === null) return null;
  const known = all.flatMap((each) => each ?? []);
  return (
    <span className="inline-block w-40 align-middle">
      <ZeroBar
        value={premium}
        least={Math.min(-0.0001, ...known)}
        most={Math.max(0.0001, ...known)}
      />
    </span>
  );
}
