import { Lazy } from "@/components/Lazy";
import { Skeleton } from "@/components/ui/feedback/Skeleton";

const load = async () => (await import("./Distributions")).Distributions;

/** The distributions of an asset; the script loads when the tab is opened. */
export function LazyDistributions(props: { slug: string }) {
  return <Lazy load={load} give={props} fallback={<Skeleton className="h-[200px] rounded-md" />} />;
}
