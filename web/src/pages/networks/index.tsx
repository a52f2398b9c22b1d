import { ListScreen } from "@/features/catalog/ListScreen";
import { networkListing } from "@/features/catalog/networkListing";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function NetworksPage() {
  return (
    <ScreenPage
      title="Networks"
      description="The public networks that carry tokenized assets, by value, holders and activity."
      lead="The public networks that carry tokenized assets."
    >
      <ListScreen listing={networkListing} />
    </ScreenPage>
  );
}
