import { useMemo } from "react";
import { DataNote } from "@/components/states/DataNote";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import type { Filter, ViewState } from "@/lib/address/viewState";
import { fileName, saveFile } from "@/lib/browser/saveFile";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { csvHead, csvRows } from "@/lists/files/csv";
import { FilterBar } from "@/lists/filter/FilterBar";
import type { FilterField } from "@/lists/filter/filterFields";
import { countryNumbers, starNote } from "@/lists/numbers/numbers";
import { useSampleNumbers, WithRowNumbers } from "@/lists/numbers/rowNumbers";
import { shownColumns } from "@/lists/table/columnChoice";
import { DataTable } from "@/lists/table/DataTable";
import { noneMatch } from "@/lists/table/emptyRows";
import { numberedPaging } from "@/lists/table/paging";
import { defaultPlaceSort, placeCards, placeColumns, sortedPlaces } from "./placeColumns";
import { isRecorded, type Place } from "./places";

type PlacesTableProps = {
  places: ReadonlyArray<Place>;
  view: ViewState;
  onChange: (view: ViewState) => void;
  hrefOf: (place: Place) => string;
};

/** The fields by which places are filtered, and their values. */
const values: Record<string, (place: Place) => string | null> = {
  region: ({ region }) => region,
  legal_status: ({ law }) => law?.legal_status ?? null,
  regime_status: ({ law }) => law?.regime_status ?? null,
};

const labels: Record<string, string> = {
  region: "Region",
  legal_status: "Law on stablecoins",
  regime_status: "Regime",
};

function fieldsOf(places: ReadonlyArray<Place>): ReadonlyArray<FilterField> {
  const chosen = Object.entries(values).map(([id, value]): FilterField => {
    const known = [...new Set(places.map(value))].filter((one) => one !== null).toSorted();
    const options = known.map((one) => ({ value: one, content: { label: choiceLabel(one) } }));
    return { id, label: labels[id] ?? id, kind: "several", options };
  });
  return [{ id: "name", label: "Name", kind: "text", placeholder: "Country" }, ...chosen];
}

function holds(place: Place, { field, operator, values: chosen }: Filter): boolean {
  if (field === "name") {
    return place.name.toLowerCase().includes((chosen[0] ?? "").toLowerCase());
  }
  const value = values[field]?.(place) ?? null;
  const listed = value !== null && chosen.includes(value);
  return operator === "not" ? !listed : listed;
}

const facts = { id: ({ code }: Place) => code, name: ({ name }: Place) => name };

/** Records of law are real, but the values beside them may include sample data. */
function SampleNote() {
  return <DataNote kind={useSampleNumbers() ? "sample" : "facts"} />;
}

/** The map as a table: every place with a record. All rows are here, so filters and sorting request nothing. */
export function PlacesTable({ places, view, onChange, hrefOf }: PlacesTableProps) {
  const recorded = useMemo(() => places.filter(isRecorded), [places]);
  const fields = useMemo(() => fieldsOf(recorded), [recorded]);
  const filters = view.filters.filter(({ field }) => fields.some(({ id }) => id === field));
  const sort = view.sort ?? defaultPlaceSort;
  const rows = sortedPlaces(
    recorded.filter((place) => filters.every((filter) => holds(place, filter))),
    sort,
  );
  const download = () => {
    const shown = shownColumns(placeColumns, view.columns).filter((id) => id !== "value");
    const columns = [...new Set(["code", ...shown])];
    const records = rows.map((place) => {
      const cells = placeColumns.map(({ id, value }) => [id, value(place)]);
      return { ...Object.fromEntries(cells), code: place.code };
    });
    const text = csvHead(columns) + csvRows(records, columns);
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), fileName("Countries", "csv"));
  };
  return (
    <div className="flex flex-col gap-4">
      <IgnoredConditions
        count={view.filters.length - filters.length}
        onRemove={() => onChange({ ...view, filters })}
      />
      <WithRowNumbers numbers={countryNumbers} rows={recorded}>
        <SampleNote />
        <DataTable
          label="Countries"
          columns={placeColumns}
          facts={{ ...facts, href: hrefOf }}
          rows={rows}
          paging={numberedPaging(1, Math.max(rows.length, 1), rows.length)}
          state={{ sort, page: null, columns: view.columns, perPage: null }}
          onStateChange={(state) => onChange({ ...view, ...state, page: null })}
          empty={noneMatch("Countries", () => onChange({ ...view, filters: [] }))}
          cards={placeCards}
          coverage={`Countries without data are not listed. ${starNote}`}
          toolbar={
            <FilterBar
              fields={fields}
              filters={filters}
              searchField="name"
              onChange={(next) => onChange({ ...view, filters: next, page: null })}
            />
          }
          actions={
            <Button size="small" onClick={download}>
              <Icon name="download" size={14} />
              CSV
            </Button>
          }
        />
      </WithRowNumbers>
    </div>
  );
}
