type ChartPlaceProps = {
  title: string;
  unitLine: string;
  size: "main" | "asset";
  headingLevel?: 2 | 3;
};

const rooms = {
  main: "min-h-[431px] max-md:min-h-[790px]",
  asset: "min-h-[352px] max-md:min-h-[430px]",
} as const;

/** The room of a chart with its heading, which the exported page has: nothing moves when the chart comes. */
export function ChartPlace({ title, unitLine, size, headingLevel = 2 }: ChartPlaceProps) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <section
      aria-label={title}
      aria-busy="true"
      className={`min-w-0 rounded-md border border-line bg-surface ${rooms[size]}`}
    >
      <header className="min-h-11 px-(--card-pad) pt-3 pb-2">
        <Heading className="font-semibold text-md tracking-[-0.003em]">{title}</Heading>
        <p className="text-sm text-text-3">{unitLine}</p>
      </header>
    </section>
  );
}
