import type { ReactNode } from "react";
import { Card } from "@/components/Card";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText } from "@/components/ui/text/Figure";
import { FieldList } from "../FieldList";
import { UserName } from "./AccountName";
import { useUsersOf } from "./accounts";

type Stored = {
  id: string;
  managed: boolean;
  created_at: string;
  created_by: string | null;
  updated_at: string;
  updated_by: string | null;
};

type RecordCardProps = {
  /** The kind of record: "Policy". */
  title: string;
  record: Stored;
  /** Further actions on the record; a managed record has none. */
  children?: ReactNode;
};

/** The authors and times of a role, a policy or an assignment, its id, and the actions on it as a whole. */
export function RecordCard({ title, record, children }: RecordCardProps) {
  const { id, managed, created_at, created_by, updated_at, updated_by } = record;
  const users = useUsersOf([created_by, updated_by]);
  const moment = (key: string, at: string, by: string | null) => (
    <span key={key} className="min-w-0">
      <DateText value={at} time />
      <span className="block text-sm text-text-2">
        by {by === null ? "the installation" : <UserName id={by} users={users} />}
      </span>
    </span>
  );
  return (
    <Card title={title}>
      <FieldList
        fields={[
          ["Created", moment("created", created_at, created_by)],
          ["Last change", moment("updated", updated_at, updated_by)],
          [
            "Id",
            <span key="id" className="flex min-w-0 items-center gap-1">
              <code className="min-w-0 font-mono text-sm">{id}</code>
              <CopyButton text={id} what={`id of the ${title.toLowerCase()}`} size="small" />
            </span>,
          ],
        ]}
      />
      {managed ? (
        <p className="border-line border-t px-(--card-pad) py-3 text-sm text-text-2">
          <Pill>Managed</Pill> Managed by the policy set of the installation; it cannot be edited.
        </p>
      ) : (
        children && <div className="border-line border-t px-(--card-pad) py-3">{children}</div>
      )}
    </Card>
  );
}
