import type { Asset } from "@/api/contract";
import { Lazy } from "@/components/Lazy";
import { ListPlace } from "@/lists/related/ListPlace";

const load = async () => (await import("./TopHolders")).TopHolders;

/** Who holds most of an asset; its script comes when the tab is opened. */
export function LazyHolders({ asset }: { asset: Asset }) {
  return <Lazy load={load} give={{ asset }} fallback={<ListPlace of="holders" />} />;
}
