import {
  OrganizationScreen,
  useSubjectOrganization,
} from "@/features/admin/organizations/OrganizationScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OrganizationPage() {
  const subject = useSubjectOrganization();
  return (
    <ScreenPage {...subject.head} hidden>
      <OrganizationScreen subject={subject} />
    </ScreenPage>
  );
}
