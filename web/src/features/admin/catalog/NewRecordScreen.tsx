import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { editAddress } from "@/lib/address/addresses";
import { firstValue } from "@/lib/address/url";
import { showToast } from "@/lib/toasts";
import { useMeta } from "@/records/useCatalog";
import { kindAddress } from "../addresses";
import { type Kind, kindOf } from "./kinds";
import { RecordForm } from "./RecordForm";
import { UnknownKind } from "./UnknownKind";

/** The kind of the page's address, for a new record of it. */
export function useSubjectKind() {
  const key = firstValue(useRouter().query.kind);
  return { key, kind: kindOf(key) };
}

export function newRecordHead({ kind }: ReturnType<typeof useSubjectKind>) {
  return {
    title: `New ${kind?.one.toLowerCase() ?? "record"}`,
    description: "A new record of the catalog.",
    parent: kind ? { href: kindAddress(kind.key), label: kind.many } : undefined,
  };
}

export function NewRecordScreen({ subject }: { subject: ReturnType<typeof useSubjectKind> }) {
  const { key, kind } = subject;
  if (key !== undefined && !kind) return <UnknownKind />;
  if (!kind) return <LoadingCard title="Record" what="the form" />;
  return <NewRecord key={kind.key} kind={kind} />;
}

function NewRecord({ kind }: { kind: Kind }) {
  const load = useUser();
  const router = useRouter();
  const meta = useMeta(kind.resource);
  if (meta.error && !meta.data) {
    return (
      <Card>
        <ErrorState
          what="The form"
          failure={describeFailure(meta.error)}
          onRetry={() => void meta.refetch()}
        />
      </Card>
    );
  }
  if (load.status !== "logged-in" || !meta.data) {
    return <LoadingCard title={kind.one} what="the form" />;
  }
  return (
    <div className="max-w-[960px]">
      <RecordForm
        kind={kind}
        meta={meta.data}
        record={null}
        imported
        draftName={`${load.user.id}/${kind.key}`}
        onSaved={(slug) => {
          showToast({ id: "catalog", variant: "success", message: `${kind.one} created.` });
          void router.replace(editAddress(kind.key, slug));
        }}
      />
    </div>
  );
}
