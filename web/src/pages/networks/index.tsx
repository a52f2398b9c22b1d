import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { networkListing } from "@/lists/listings/networkListing";

export default function NetworksPage() {
  return (
    <ScreenPage
      title="Networks"
      description="The public networks on which tokenized assets are issued, by value, holders and activity."
      lead="The public networks on which tokenized assets are issued."
    >
      <ListScreen listing={networkListing} />
    </ScreenPage>
  );
}
