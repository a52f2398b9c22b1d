import { ListScreen } from "@/features/catalog/ListScreen";
import { protocolListing } from "@/features/catalog/platformListings";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function ProtocolsPage() {
  return (
    <ScreenPage
      title="Protocols"
      description="Tokenization protocols seen as lenders: active loans, originations and defaults."
      lead="The same companies as the platforms, seen through what they lend."
    >
      <ListScreen listing={protocolListing} />
    </ScreenPage>
  );
}
