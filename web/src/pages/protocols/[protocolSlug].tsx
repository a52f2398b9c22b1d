import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { protocol } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { useSlugWords } from "@/lib/slug";

export default function ProtocolPage() {
  const title = useSlugWords("protocolSlug", protocol.title);
  return (
    <ScreenPage {...protocol} title={title}>
      <OutlookScreen {...protocol} />
    </ScreenPage>
  );
}
