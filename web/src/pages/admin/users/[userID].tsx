import { UserScreen, useSubjectUser } from "@/features/admin/users/UserScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function UserPage() {
  const subject = useSubjectUser();
  return (
    <ScreenPage {...subject.head} hidden>
      <UserScreen subject={subject} />
    </ScreenPage>
  );
}
