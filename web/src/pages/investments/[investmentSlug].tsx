import { OutlookScreen } from "@/features/outlook/OutlookScreen";
import { investment } from "@/features/outlook/records";
import { ScreenPage } from "@/features/shell/ScreenPage";
import { useSlugWords } from "@/lib/slug";

export default function InvestmentPage() {
  const title = useSlugWords("investmentSlug", investment.title);
  return (
    <ScreenPage {...investment} title={title}>
      <OutlookScreen {...investment} />
    </ScreenPage>
  );
}
