import type { ReactNode } from "react";
import type { FieldMeta } from "@/api/contract";
import { type CatalogKey, type NumberKey, useExplainToggle } from "@/app-state/numberExplanation";
import { NumberButton } from "@/components/ui/buttons/NumberButton";
import { Count } from "@/components/ui/text/Figure";
import { fieldValue } from "./resource";

type Row = { slug: string; name: string };

/** The name of a fact: "Management fee of Alder Fund (sample)". */
export function factOf(of: CatalogKey, { slug, name }: Row, field: string, label: string) {
  return { kind: "fact", name: `${label} of ${name}`, of, slug, field } as const;
}

export type FactNumberProps = {
  of: CatalogKey;
  row: Row;
  field: string;
  label: string;
  /** In a cell of a grid, which is left and entered as a whole. */
  inGrid?: boolean;
  children: ReactNode;
};

/** The lists of networks are shown by how many they have. */
const isCounted = (field: string) => field.endsWith("network_slugs");

/** A number of the catalog with the way to where it comes from; what is not known, and words, stay as they are. */
export function FactNumber({ of, row, field, label, inGrid = false, children }: FactNumberProps) {
  const stored = fieldValue(row, field);
  const isFilled = Array.isArray(stored) && stored.length > 0 && isCounted(field);
  if (typeof stored !== "number" && !isFilled) return children;
  const number = factOf(of, row, field, label);
  return (
    <Explainable number={number} {...(inGrid ? { tabIndex: -1 } : { label: number.name })}>
      {children}
    </Explainable>
  );
}

/** The number of its assets on the card of a record. */
export function assetCount(of: CatalogKey) {
  return (row: Row & { asset_count: number }) => (
    <FactNumber of={of} row={row} field="asset_count" label="Assets">
      <Count value={row.asset_count} full />
    </FactNumber>
  );
}

type ExplainableProps = {
  /** Null where nothing explains it. */
  number: NumberKey | null;
  label?: string;
  tabIndex?: number;
  children: ReactNode;
};

/** A number that can be explained. */
export function Explainable({ number, ...button }: ExplainableProps) {
  return number ? <ExplainButton number={number} {...button} /> : button.children;
}

function ExplainButton({ number, ...button }: ExplainableProps & { number: NumberKey }) {
  return <NumberButton {...useExplainToggle(number)} {...button} />;
}

/** Whether a field says how much or how many. */
export function isNumeric({ type, name }: FieldMeta): boolean {
  return ((type === "int" || type === "decimal") && !name.endsWith("_id")) || isCounted(name);
}
