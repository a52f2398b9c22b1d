import { Lazy } from "@/components/Lazy";

const load = async () => (await import("./VintageCharts")).VintageCharts;

/** Vintages of loans, whose script comes when they are chosen. */
export function LazyVintages() {
  return (
    <Lazy load={load} give={{}} fallback={<div aria-hidden="true" className="min-h-[960px]" />} />
  );
}
