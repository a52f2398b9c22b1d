import { Page } from "@/components/Page";
import { OverviewScreen } from "@/features/overview/OverviewScreen";

export default function OverviewPage() {
  return (
    <Page
      title="Market overview"
      lead="Tokenized real-world assets, and how each number was obtained."
    >
      <OverviewScreen />
    </Page>
  );
}
