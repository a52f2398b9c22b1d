export type Freshness = "fresh" | "late" | "stale" | "paused";

export const freshnessNames: Record<Freshness, string> = {
  fresh: "Current",
  late: "Late",
  stale: "Stale",
  paused: "Paused",
};

/** Drawn, not styled: forced colours leave drawings alone, and each state has its own shape. */
const shapes: Record<Freshness, React.ReactNode> = {
  fresh: <circle cx="4" cy="4" r="3.5" fill="var(--fresh)" />,
  late: (
    <>
      <circle cx="4" cy="4" r="2.75" fill="none" stroke="var(--late)" strokeWidth="1.5" />
      <path d="M4 .5a3.5 3.5 0 0 0 0 7z" fill="var(--late)" />
    </>
  ),
  stale: <circle cx="4" cy="4" r="2.75" fill="none" stroke="var(--stale)" strokeWidth="1.5" />,
  paused: <path d="M1 1h6v6H1z" fill="var(--paused)" />,
};

type FreshnessDotProps = {
  freshness: Freshness;
  /** The state stands beside it in words already. */
  decorative?: boolean;
};

/** Whether a figure is within its interval. */
export function FreshnessDot({ freshness, decorative = false }: FreshnessDotProps) {
  const name = freshnessNames[freshness];
  return (
    <svg
      role="img"
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative || undefined}
      className="inline-block flex-none"
      width="8"
      height="8"
      viewBox="0 0 8 8"
      data-freshness={freshness}
    >
      {!decorative && <title>{name}</title>}
      {shapes[freshness]}
    </svg>
  );
}
