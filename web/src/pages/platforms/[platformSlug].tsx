import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { platform } from "@/features/outlook/participants";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { useSlugWords } from "@/lib/slug";

export default function PlatformPage() {
  const title = useSlugWords("platformSlug", platform.title);
  return (
    <ScreenPage {...platform} title={title}>
      <OutlookScreen {...platform} />
    </ScreenPage>
  );
}
