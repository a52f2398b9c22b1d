import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { protocolListing } from "@/lists/listings/platformListings";

export default function ProtocolsPage() {
  return (
    <ScreenPage
      title="Protocols"
      description="Lending by tokenization protocols: active loans, originations and defaults."
      lead="The lending activity of tokenization platforms."
    >
      <ListScreen listing={protocolListing} />
    </ScreenPage>
  );
}
