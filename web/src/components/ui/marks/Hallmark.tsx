/** A symbol that states how a number was obtained, with its name for screen readers. */
export type HallmarkKind =
  | "chain"
  | "blend"
  | "issuer"
  | "market"
  | "estimate"
  | "sample"
  | "withheld";

export const hallmarkNames: Record<HallmarkKind, string> = {
  chain: "Computed from chain",
  blend: "Chain and issuer",
  issuer: "Reported by issuer",
  market: "Market price",
  estimate: "Estimate",
  sample: "Sample",
  withheld: "Withheld",
};

const hexagon = "M6 .8 10.6 3.4v5.2L6 11.2 1.4 8.6V3.4z";

const shapes: Record<HallmarkKind, React.ReactNode> = {
  chain: <path d={hexagon} fill="currentColor" />,
  blend: (
    <>
      <path d={hexagon} stroke="currentColor" strokeWidth="1.2" />
      <path d="M6 .8 1.4 3.4v5.2L6 11.2z" fill="currentColor" />
    </>
  ),
  issuer: <path d="M1.6 1.4h6l2.8 2.8v6.4H1.6z" fill="currentColor" />,
  market: (
    <>
      <circle cx="6" cy="6" r="4.4" stroke="currentColor" strokeWidth="1.2" />
      <circle cx="6" cy="6" r="1.9" fill="currentColor" />
    </>
  ),
  estimate: (
    <path
      d="M6 1 11 6 6 11 1 6z"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeDasharray="2.1 1.2"
    />
  ),
  sample: (
    <>
      <path d="M1.5 1.5h9v9h-9z" stroke="currentColor" />
      <path d="M1.5 6 6 1.5M1.5 10.5l9-9M6 10.5 10.5 6" stroke="currentColor" strokeWidth="1.1" />
    </>
  ),
  withheld: (
    <>
      <circle cx="6" cy="6" r="4.5" stroke="currentColor" strokeWidth="1.3" />
      <path d="M2.9 9.1 9.1 2.9" stroke="currentColor" strokeWidth="1.3" />
    </>
  ),
};

type HallmarkProps = {
  kind: HallmarkKind;
  size?: number;
  /** The name stands beside it already. */
  decorative?: boolean;
};

export function Hallmark({ kind, size = 12, decorative = false }: HallmarkProps) {
  const name = hallmarkNames[kind];
  return (
    <svg
      role="img"
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative || undefined}
      className="inline-block flex-none align-[-1px]"
      width={size}
      height={size}
      viewBox="0 0 12 12"
      fill="none"
      data-hallmark={kind}
    >
      {!decorative && <title>{name}</title>}
      {shapes[kind]}
    </svg>
  );
}
