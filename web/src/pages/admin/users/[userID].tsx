import { UserScreen, useSubjectUser } from "@/features/admin/users/UserScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function UserPage() {
  const subject = useSubjectUser();
  return (
    <ScreenPage
      title={subject.title}
      description="One account: role, features, organizations and sessions."
      parent={subject.parent}
      hidden
    >
      <UserScreen subject={subject} />
    </ScreenPage>
  );
}
