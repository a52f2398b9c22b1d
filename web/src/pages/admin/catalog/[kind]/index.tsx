import { ButtonLink } from "@/components/ui/ButtonLink";
import { catalogParent, newRecordAddress } from "@/features/admin/addresses";
import { KindScreen } from "@/features/admin/catalog/KindScreen";
import { useSubjectKind } from "@/features/admin/catalog/NewRecordScreen";
import { ScreenPage } from "@/features/shell/ScreenPage";

export default function KindPage() {
  const subject = useSubjectKind();
  const { kind } = subject;
  return (
    <ScreenPage
      title={kind?.many ?? "Records"}
      description="The records of one kind, to find the one to edit."
      parent={catalogParent}
      actions={
        kind && (
          <ButtonLink look="primary" href={newRecordAddress(kind.key)}>
            New {kind.one.toLowerCase()}
          </ButtonLink>
        )
      }
      hidden
    >
      <KindScreen subject={subject} />
    </ScreenPage>
  );
}
