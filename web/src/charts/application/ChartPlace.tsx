import { placeRooms } from "../frame/cardHeights";

type ChartPlaceProps = {
  title: string;
  unitLine: string;
  size: "main" | "asset";
  headingLevel?: 2 | 3;
};

/** The room of a chart with its heading, which the exported page has: nothing moves when the chart comes. */
export function ChartPlace({ title, unitLine, size, headingLevel = 2 }: ChartPlaceProps) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <section
      aria-label={title}
      aria-busy="true"
      className="@container min-w-0 rounded-md border border-line bg-surface"
    >
      <header className={`px-(--card-pad) pt-3 pb-2 ${placeRooms[size]}`}>
        <Heading className="font-semibold text-md tracking-[-0.003em]">{title}</Heading>
        <p className="text-sm text-text-3">{unitLine}</p>
      </header>
    </section>
  );
}
