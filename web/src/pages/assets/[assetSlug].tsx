import type { Asset } from "@/api/contract";
import { assetSheet } from "@/features/catalog/assetSheet";
import { DetailScreen } from "@/features/catalog/DetailScreen";
import { useSheet } from "@/features/catalog/useSheet";
import { Suggestions } from "@/features/lost/Suggestions";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { LaterActivity } from "@/features/timeseries/market/LaterActivity";
import { LaterFigures } from "@/features/timeseries/market/LaterFigures";

const activity = {
  id: "activity",
  label: "Activity",
  list: (row: Asset) => <LaterActivity slug={row.slug} record={row} />,
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
          <LaterFigures
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
