import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { networkListing } from "@/lists/listings/networkListing";

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
