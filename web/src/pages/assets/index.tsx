import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { assetListing } from "@/lists/listings/assetListing";

export default function AssetsPage() {
  return (
    <ScreenPage
      title="Asset search"
      description="Every tokenized asset with its class, issuer, networks, value, price and holders."
      lead="Every asset, with the columns you choose."
    >
      <ListScreen listing={assetListing} />
    </ScreenPage>
  );
}
