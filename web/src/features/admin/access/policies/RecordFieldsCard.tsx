import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPCClient } from "@/api/client";
import type { Endpoint, FieldMode } from "@/api/contract";
import { Card } from "@/components/Card";
import { fieldId } from "@/components/form/ErrorSummary";
import type { Names } from "@/components/form/fields";
import { ReferencesField } from "@/components/form/ReferenceFields";
import type { Form } from "@/components/form/useForm";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { fieldNameLoader } from "./fieldNames";

const modes: ReadonlyArray<{ value: FieldMode; label: string }> = [
  { value: "all", label: "All fields" },
  { value: "only", label: "Only these" },
  { value: "except", label: "All except these" },
];

type RecordFieldsCardProps = { form: Form; endpoints: ReadonlyArray<Endpoint> };

/** The fields of records that a policy is about: all, only some, or all except some. */
export function RecordFieldsCard({ form, endpoints }: RecordFieldsCardProps) {
  const client = useTRPCClient();
  const queries = useQueryClient();
  // The same endpoints are the same loader: another one would load its options again.
  const key = endpoints.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The key stands for the endpoints.
  const load = useMemo(() => fieldNameLoader(client, queries, endpoints), [client, queries, key]);
  const value = form.values.fields;
  const [mode = "all", ...fields] = typeof value === "object" ? value : [];
  const names: Names = Object.fromEntries(fields.map((name) => [name, name]));
  return (
    <Card
      title="Fields"
      lead="The fields of records that the policy is about. Identifiers, slugs and names are always visible."
    >
      <div
        id={fieldId("fields")}
        className="flex min-w-0 scroll-mt-20 flex-col items-start gap-3 px-(--card-pad) py-4"
      >
        <SegmentedControl
          label="Fields that the policy is about"
          segments={modes}
          value={mode as FieldMode}
          onChange={(next) => form.set("fields", next === "all" ? [] : [next, ...fields])}
        />
        {mode !== "all" && (
          <div className="w-full">
            <ReferencesField
              label="Field names"
              required
              load={load}
              names={names}
              hint={
                endpoints.length === 0
                  ? "Choose endpoints first to search their fields."
                  : undefined
              }
              error={form.errors.fields}
              values={fields}
              onChange={(next) => form.set("fields", [mode, ...next])}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
