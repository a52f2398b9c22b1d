/** Marks what is new or unfinished in the navigation: the only capitals of the product. */
export function Badge({ kind }: { kind: "NEW" | "BETA" }) {
  const tone = kind === "NEW" ? "border-accent-line text-accent" : "border-line-strong text-text-2";
  return (
    <span
      className={`cond inline-flex h-[15px] flex-none items-center rounded-xs border px-1 font-semibold text-[9.5px] leading-[15px] tracking-[0.05em] ${tone}`}
    >
      {kind}
    </span>
  );
}
