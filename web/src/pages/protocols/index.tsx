import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { protocolListing } from "@/lists/listings/platformListings";

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
