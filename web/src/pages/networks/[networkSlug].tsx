import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { network } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { useSlugWords } from "@/lib/slug";

export default function NetworkPage() {
  const title = useSlugWords("networkSlug", network.title);
  return (
    <ScreenPage {...network} title={title}>
      <OutlookScreen {...network} />
    </ScreenPage>
  );
}
