import type { Filter } from "@/api/contract";
import { resourceOf } from "@/records/resource";
import { useRows } from "@/records/useCatalog";
import { bridgeListing } from "../listings/bridgeListing";
import { RelatedList } from "./RelatedList";

export type BridgePairsProps = { only: Filter };

/** The bridges between the tokens of an asset; nothing where none is known. */
export function BridgePairs({ only }: BridgePairsProps) {
  const { data } = useRows(resourceOf("bridges"), {
    filter: only,
    pagination: { page: 1, perPage: 1 },
  });
  if (!data || data.results.length === 0) return null;
  return <RelatedList listing={bridgeListing} only={only} without={["asset_name"]} />;
}
