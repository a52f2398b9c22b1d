import type { Asset } from "@/api/contract";
import { Later } from "@/components/Later";
import { ListPlace } from "@/lists/related/ListPlace";

const load = async () => (await import("./TopHolders")).TopHolders;

/** Who holds most of an asset; its script comes when the tab is opened. */
export function LaterHolders({ asset }: { asset: Asset }) {
  return <Later load={load} give={{ asset }} fallback={<ListPlace of="holders" />} />;
}
