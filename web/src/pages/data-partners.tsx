import { PartnersScreen } from "@/features/about/PartnersScreen";
import { Contacts } from "@/features/shell/Contacts";
import { ScreenPage } from "@/features/shell/ScreenPage";

const description = "Data sources, their licences, and how to contribute data.";

export default function DataPartnersPage() {
  return (
    <ScreenPage title="Data partners" description={description}>
      <PartnersScreen contacts={<Contacts />} />
    </ScreenPage>
  );
}
