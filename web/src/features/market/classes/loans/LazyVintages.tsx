import dynamic from "next/dynamic";

/** Vintages of loans, whose script comes when they are chosen. */
export const LazyVintages = dynamic(async () => (await import("./VintageCharts")).VintageCharts, {
  ssr: false,
  loading: () => <div aria-hidden="true" className="min-h-[960px]" />,
});
