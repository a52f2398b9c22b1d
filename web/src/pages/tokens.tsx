import { ListScreen } from "@/features/catalog/ListScreen";
import { tokenListing } from "@/features/catalog/tokenListing";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function TokensPage() {
  return (
    <ScreenPage
      title="Tokens"
      description="The tokens of every asset: network, address, standard, supply and controls."
      lead="One asset may have a token on each of several networks."
    >
      <ListScreen listing={tokenListing} />
    </ScreenPage>
  );
}
