import type { SeriesGroupBy, SubjectKind } from "@/api/contract";
import { dimensionOfAssetField } from "@/api/dimensions";
import { findCondition } from "@/api/headline";
import lists from "../../../../proto/declared/lists.json";
import type { RowNumber, RowNumbers } from "./rowNumbers";

/** A column as `proto/declared/lists.json` declares it, for the gateway too. */
type DeclaredColumn = {
  measure: string;
  only?: string;
  otherwise?: string;
  under?: string;
  since_days?: number;
  over_days?: number;
  against?: number;
};

type DeclaredList = {
  subject_kind: SubjectKind;
  group_by: SeriesGroupBy;
  row_filter: string;
  only?: string;
  columns: Readonly<Record<string, DeclaredColumn>>;
};

/** Explains the star beside a number. */
export const starNote = "* Value of an earlier day or month, or a sum that lacks days.";

/** Under a table with numbers over time. */
export const valuesKnown = `Values as of the end of yesterday, UTC; a dash marks values that are not available. ${starNote}`;

function columnOf(declared: DeclaredColumn): RowNumber {
  const { measure, only, otherwise, under, since_days, over_days, against } = declared;
  return {
    measure,
    ...(only !== undefined && { only: findCondition(only) }),
    ...(otherwise !== undefined && { otherwise }),
    ...(under !== undefined && { under }),
    ...(since_days !== undefined && { since: since_days }),
    ...(over_days !== undefined && { over: over_days }),
    ...(against !== undefined && { against }),
  };
}

function numbersOf(declared: DeclaredList): RowNumbers {
  const columns = Object.entries(declared.columns);
  return {
    subject: declared.subject_kind,
    by: declared.group_by,
    field: declared.row_filter,
    ranks: columns.map(([id]) => id),
    ...(declared.only !== undefined && { filter: findCondition(declared.only) }),
    columns: Object.fromEntries(columns.map(([id, column]) => [id, columnOf(column)])),
  };
}

/** The numbers of the lists of a resource. */
export function listNumbers(resource: keyof typeof lists): RowNumbers {
  return numbersOf(lists[resource] as DeclaredList);
}

/** The value of an asset: its net asset value or, for stablecoins and where it is unknown, its market capitalization. */
const value = columnOf(lists.assets.columns.value);
const { otherwise } = value;

export const classNumbers: RowNumbers = {
  subject: "asset",
  by: "asset_class",
  columns: { value: { measure: value.measure, ...(otherwise && { otherwise }) } },
};

export const countryNumbers: RowNumbers = { ...classNumbers, by: "country" };

/** The value of groups of assets by a field, where numbers can be grouped by it. */
export function groupNumbers(field: string | undefined): RowNumbers | undefined {
  const by = dimensionOfAssetField(field ?? "");
  if (!by) return undefined;
  const holders = columnOf(lists.assets.columns.holders);
  return { ...classNumbers, by, columns: { ...classNumbers.columns, holders } };
}
