import type { Asset } from "@/api/contract";
import { assetSheet } from "@/features/assets/assetSheet";
import { LazyActivity } from "@/features/figures/LazyActivity";
import { LazyFigures } from "@/features/figures/LazyFigures";
import { Suggestions } from "@/features/notFound/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { DetailScreen } from "@/records/DetailScreen";
import { useSheet } from "@/records/useSheet";

const activity = {
  id: "activity",
  label: "Activity",
  list: (row: Asset) => <LazyActivity slug={row.slug} record={row} />,
};

export default function AssetPage() {
  const state = useSheet(assetSheet, "assetSlug");
  const { description, parent } = assetSheet;
  return (
    <ScreenPage title={state.title} description={description} lead={description} parent={parent}>
      <DetailScreen
        sheet={assetSheet}
        state={state}
        alike={<Suggestions />}
        numbers={(slug, counted, row) => (
          <LazyFigures
            kind="asset"
            {...{ slug, counted }}
            classSlug={row?.asset_class_slug}
            record={row}
          />
        )}
        further={[activity]}
      />
    </ScreenPage>
  );
}
