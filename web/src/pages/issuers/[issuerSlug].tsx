import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { issuer } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { useSlugWords } from "@/lib/slug";

export default function IssuerPage() {
  const title = useSlugWords("issuerSlug", issuer.title);
  return (
    <ScreenPage {...issuer} title={title}>
      <OutlookScreen {...issuer} />
    </ScreenPage>
  );
}
