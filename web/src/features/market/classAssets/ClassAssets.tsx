import { where } from "@/api/listQuery";
import { RelatedList } from "@/lists/related/RelatedList";
import { classListing } from "./classListings";

/** The assets of some classes. */
export function ClassAssets({ classes }: { classes: ReadonlyArray<string> }) {
  const values = classes.map(encodeURIComponent).join(",");
  return (
    <RelatedList
      listing={classListing(classes)}
      only={where("asset_class_slug", "in", [...classes])}
      without={classes.length === 1 ? ["asset_class_name"] : []}
      all={`/assets?filter=asset_class_slug:is:${values}`}
    />
  );
}
