import { DownloadsScreen } from "@/features/downloads/DownloadsScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function DownloadsPage() {
  return (
    <ScreenPage
      title="Downloads"
      description="Data sets of tokenized assets to download, with schema, size, licence and checksum."
      lead="Whole data sets, with schema, size, licence and checksum."
    >
      <DownloadsScreen />
    </ScreenPage>
  );
}
