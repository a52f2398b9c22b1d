import { CitationsScreen } from "@/features/about/CitationsScreen";
import { Contacts } from "@/features/shell/Contacts";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description = "How to cite the data, which licences apply, and who has cited it.";

export default function CitationsPage() {
  return (
    <ScreenPage title="Media & citations" description={description}>
      <CitationsScreen contacts={<Contacts />} />
    </ScreenPage>
  );
}
