import type { Asset } from "@/api/contract";
import { Lazy } from "@/components/Lazy";
import { ListPlace } from "@/lists/related/ListPlace";

const load = async () => (await import("./TopHolders")).TopHolders;

/** The largest holders of an asset; the script loads when the tab is opened. */
export function LazyHolders({ asset }: { asset: Asset }) {
  return <Lazy load={load} give={{ asset }} fallback={<ListPlace of="holders" />} />;
}
