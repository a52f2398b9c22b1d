import {
  OrganizationScreen,
  useSubjectOrganization,
} from "@/features/admin/organizations/OrganizationScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function OrganizationPage() {
  const subject = useSubjectOrganization();
  return (
    <ScreenPage
      title={subject.title}
      description="One organization: plan, domain, members and scope."
      parent={subject.parent}
      hidden
    >
      <OrganizationScreen subject={subject} />
    </ScreenPage>
  );
}
