import { useId, useState } from "react";
import { OptionList } from "@/components/ui/selects/OptionList";
import type { Filter } from "@/lib/address/viewState";
import { FilterEditor } from "./FilterEditor";
import type { FilterField } from "./filterFields";

type NewFilterProps = {
  fields: ReadonlyArray<FilterField>;
  filters: ReadonlyArray<Filter>;
  onAdd: (filter: Filter) => void;
  onClose: () => void;
};

/** Chooses a field, then its condition. */
export function NewFilter({ fields, filters, onAdd, onClose }: NewFilterProps) {
  const id = useId();
  const [chosen, setChosen] = useState<FilterField | null>(null);
  if (chosen) {
    return (
      <FilterEditor
        key={chosen.id}
        field={chosen}
        filter={filters.find((filter) => filter.field === chosen.id) ?? null}
        onClose={onClose}
        onApply={onAdd}
      />
    );
  }
  return (
    <div className="p-1.5">
      <OptionList
        label="Fields"
        listId={id}
        options={fields.map((field) => ({ value: field.id, content: { label: field.label } }))}
        selected={[]}
        onPick={(picked) => setChosen(fields.find((field) => field.id === picked) ?? null)}
        onClose={onClose}
      />
    </div>
  );
}
