import { ScreenPage } from "@/features/shell/ScreenPage";
import { ListScreen } from "@/lists/ListScreen";
import { tokenListing } from "@/lists/listings/tokenListing";

export default function TokensPage() {
  return (
    <ScreenPage
      title="Tokens"
      description="The tokens of every asset: network, address, standard, supply and controls."
      lead="An asset can have tokens on several networks."
    >
      <ListScreen listing={tokenListing} />
    </ScreenPage>
  );
}
