import { Count, DateText } from "@/components/ui/text/Figure";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { Amount, Choice, Rate, Words, YesNo } from "@/records/cells";
import { fieldValue } from "@/records/resource";
import type { CatalogColumn } from "./listing";
import { NumberCell, type NumberKind } from "./numbers/NumberCell";

type FieldOf<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value ? Name : never;
}[keyof Row] &
  string;

type Rest<Row> = Partial<CatalogColumn<Row>>;
type Text = string | null;
type Number = number | null;

function text(row: object, field: string): Text {
  const value = fieldValue(row, field);
  return typeof value === "string" ? value : null;
}

function number(row: object, field: string): Number {
  const value = fieldValue(row, field);
  return typeof value === "number" ? value : null;
}

/** The usual columns of one kind of record, each by the field it shows. */
export function columnsFor<Row extends object>() {
  return {
    words: (id: FieldOf<Row, Text>, header: string, rest?: Rest<Row>): CatalogColumn<Row> => ({
      id,
      header,
      kind: "text",
      cell: (row) => <Words>{text(row, id)}</Words>,
      ...rest,
    }),
    /** The name of another record, downloaded with its slug. */
    named: (
      id: FieldOf<Row, Text> & `${string}_name`,
      header: string,
      rest?: Rest<Row>,
    ): CatalogColumn<Row> => ({
      id,
      header,
      kind: "text",
      fields: [id.replace(/_name$/, id === "country_name" ? "_code" : "_slug"), id],
      cell: (row) => <Words>{text(row, id)}</Words>,
      ...rest,
    }),
    choice: (id: FieldOf<Row, Text>, header: string, rest?: Rest<Row>): CatalogColumn<Row> => ({
      id,
      header,
      kind: "state",
      cell: (row) => <Choice>{text(row, id)}</Choice>,
      ...rest,
    }),
    day: (id: FieldOf<Row, Text>, header: string, rest?: Rest<Row>): CatalogColumn<Row> => ({
      id,
      header,
      kind: "date",
      cell: (row) => <DateText value={text(row, id)} reason={notDisclosed} />,
      ...rest,
    }),
    count: (id: FieldOf<Row, Number>, header: string, rest?: Rest<Row>): CatalogColumn<Row> => ({
      id,
      header,
      kind: "number",
      cell: (row) => <Count value={number(row, id)} reason={notDisclosed} full />,
      ...rest,
    }),
    amount: (id: FieldOf<Row, Number>, header: string, rest?: Rest<Row>): CatalogColumn<Row> => ({
      id,
      header,
      kind: "money",
      cell: (row) => <Amount value={number(row, id)} />,
      ...rest,
    }),
    rate: (id: FieldOf<Row, Number>, header: string, rest?: Rest<Row>): CatalogColumn<Row> => ({
      id,
      header,
      kind: "share",
      cell: (row) => <Rate value={number(row, id)} />,
      ...rest,
    }),
    yesNo: (
      id: FieldOf<Row, boolean | null>,
      header: string,
      rest?: Rest<Row>,
    ): CatalogColumn<Row> => ({
      id,
      header,
      kind: "state",
      cell: (row) => {
        const value = fieldValue(row, id);
        return <YesNo value={typeof value === "boolean" ? value : null} />;
      },
      ...rest,
    }),
    /** A figure that the catalog does not keep; the listing's numbers say where it comes from. */
    series: (id: string, header: string, kind: NumberKind, unit?: string): CatalogColumn<Row> => ({
      id,
      header,
      kind: kind === "price" ? "money" : kind === "rate" ? "change" : kind,
      ...(unit && { unit }),
      ...(kind === "change" && { name: `${header} change` }),
      fields: [],
      cell: (row) => <NumberCell row={row} column={id} kind={kind} />,
    }),
  };
}
