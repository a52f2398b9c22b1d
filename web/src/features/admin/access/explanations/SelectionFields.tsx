import { useEffect, useRef, useState } from "react";
import { dimensionLabels } from "@/api/accessWords";
import type { Dimension } from "@/api/contract";
import { FormField } from "@/components/form/FormField";
import type { FormFieldSpec } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Icon } from "@/components/ui/marks/Icon";
import { sharedDimensions } from "@/records/scopes/endpointDimensions";
import { endpointIn, selectionName } from "./explainFields";

type SelectionFieldProps = {
  form: Form;
  field: FormFieldSpec;
  /** Whether it was just added, so that its values come next. */
  isNew: boolean;
  onRemove: () => void;
};

function SelectionField({ form, field, isNew, onRemove }: SelectionFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) place.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
  }, [isNew]);
  return (
    <div ref={place} className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 flex-1">
        <FormField form={form} field={field} />
      </div>
      <span className="mt-[26px] flex h-(--control-h) flex-none items-center">
        <IconButton
          icon="trash"
          label={`Remove ${field.label.toLowerCase()} from the selection`}
          onClick={onRemove}
        />
      </span>
    </div>
  );
}

type SelectionFieldsProps = {
  form: Form;
  fieldOf: (dimension: Dimension) => FormFieldSpec | undefined;
};

/** The records of the call: all of them, or those with some values of their attributes. */
export function SelectionFields({ form, fieldOf }: SelectionFieldsProps) {
  const [shown, setShown] = useState<ReadonlyArray<Dimension>>([]);
  const [added, setAdded] = useState<Dimension | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const offered = sharedDimensions([endpointIn(form.values)]).filter(
    (dimension) => !shown.includes(dimension),
  );
  const add = (dimension: Dimension) => {
    setAdded(dimension);
    setShown([...shown, dimension]);
  };
  const remove = (dimension: Dimension) => {
    setShown(shown.filter((other) => other !== dimension));
    form.set(selectionName(dimension), []);
    // The button that had the focus goes.
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none">
      {shown.length === 0 && <p className="text-text-2">All records of the endpoint.</p>}
      {shown.map((dimension) => {
        const field = fieldOf(dimension);
        if (!field) return null;
        return (
          <SelectionField
            key={dimension}
            form={form}
            field={field}
            isNew={added === dimension}
            onRemove={() => remove(dimension)}
          />
        );
      })}
      {offered.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
          <legend className="mb-1.5 text-sm text-text-2">Select by</legend>
          {offered.map((dimension) => (
            <Button key={dimension} size="small" onClick={() => add(dimension)}>
              <Icon name="plus" size={12} />
              {dimensionLabels[dimension]}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
