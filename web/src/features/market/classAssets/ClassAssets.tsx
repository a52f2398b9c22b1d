import { type ClassGroup, ofGroup } from "@/charts/queries/aggregateQuery";
import { RelatedList } from "@/lists/related/RelatedList";
import { groupListing } from "./classListings";

/** The assets of a group of classes. */
export function ClassAssets({ group }: { group: ClassGroup }) {
  return (
    <RelatedList
      listing={groupListing(group ?? "")}
      only={ofGroup(group)}
      all={`/assets?filter=class_group:is:${group}`}
    />
  );
}
