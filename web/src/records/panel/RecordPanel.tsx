import type { ReactNode } from "react";
import { describeFailure } from "@/api/failures";
import type { CatalogKey } from "@/app-state/numberExplanation";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Drawer } from "@/components/ui/overlays/Drawer";
import { FactList } from "../FactList";
import { Explainable, FactNumber } from "../FactNumber";
import { Provenance } from "../Provenance";
import type { CatalogRecord, Resource } from "../resource";
import { useMeta, useRecord } from "../useCatalog";
import type { Panel, PanelFigure } from "./panel";

type RecordPanelProps<Row extends CatalogRecord> = {
  resource: Resource<Row>;
  panel: Panel<Row>;
  /** Nothing stands open without it. */
  slug: string | null;
  /** The row of the list, until the record is loaded. */
  row: Row | undefined;
  /** Draws its numbers over time. */
  numbers?: ((row: Row) => ReactNode) | undefined;
  onClose: () => void;
};

/** The open record, as its list passes it. */
export type OpenRecord<Row extends CatalogRecord> = Omit<
  RecordPanelProps<Row>,
  "resource" | "panel"
>;

/** One record beside the list it belongs to; the list stays in use, so that the next one is a press away. */
export function RecordPanel<Row extends CatalogRecord>(props: RecordPanelProps<Row>) {
  const { resource, panel, slug, row, onClose } = props;
  return (
    <Drawer open={slug !== null} onClose={onClose} modal={false} title={panel.one}>
      {slug !== null && <Content key={slug} {...props} resource={resource} slug={slug} row={row} />}
    </Drawer>
  );
}

function Content<Row extends CatalogRecord>(props: RecordPanelProps<Row> & { slug: string }) {
  const { resource, panel, slug, row, numbers, onClose } = props;
  const answer = useRecord(resource, slug);
  const failure = answer.error && describeFailure(answer.error);
  if (answer.data)
    return <LoadedPanel resource={resource} panel={panel} row={answer.data} numbers={numbers} />;
  if (failure?.code === "NOT_FOUND") {
    return (
      <EmptyState
        title={`${panel.one} not found`}
        action={<Button onClick={onClose}>Back to the list</Button>}
      >
        <p>The catalog has no record at this address.</p>
      </EmptyState>
    );
  }
  if (failure) {
    const retry = () => void answer.refetch();
    return <ErrorState failure={failure} what={panel.one} onRetry={retry} />;
  }
  if (row) return <LoadedPanel resource={resource} panel={panel} row={row} numbers={numbers} />;
  return (
    <Loading label={`Loading ${panel.one.toLowerCase()}`}>
      <div className="flex flex-col gap-4 p-4 md:p-5">
        <Skeleton className="h-14 rounded-md" />
        <Skeleton className="h-24 rounded-md" />
        <Skeleton className="h-64 rounded-md" />
      </div>
    </Loading>
  );
}

type ExplainedFigureProps = { figure: PanelFigure; of: CatalogKey; row: CatalogRecord };

/** A figure with the way to where it comes from. */
function ExplainedFigure({ figure, of, row }: ExplainedFigureProps) {
  const { label, value } = figure;
  if ("field" in figure) {
    return (
      <FactNumber of={of} row={row} field={figure.field} label={label}>
        {value}
      </FactNumber>
    );
  }
  return (
    <Explainable number={figure.number} label={`${label} of ${row.name}`}>
      {value}
    </Explainable>
  );
}

type LoadedPanelProps<Row extends CatalogRecord> = Pick<
  RecordPanelProps<Row>,
  "resource" | "panel" | "numbers"
> & {
  row: Row;
};

function LoadedPanel<Row extends CatalogRecord>({
  resource,
  panel,
  row,
  numbers,
}: LoadedPanelProps<Row>) {
  const meta = useMeta(resource);
  return (
    <div className="flex flex-col gap-4 p-4 md:p-5">
      <div>
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 font-semibold text-lg [overflow-wrap:anywhere]">
            <bdi>{row.name}</bdi>
          </h2>
          {/* The address says what stands open, so it is what one sends to others. */}
          <CopyButton
            text={window.location.href}
            what={`link to this ${panel.one.toLowerCase()}`}
          />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-text-2">
          {panel.summary(row)}
          {row.is_sample && <SampleTag />}
        </div>
        {row.is_sample && (
          <p className="mt-1.5 text-sm text-sample-text">
            Fictional sample data for demonstration. This {panel.one.toLowerCase()} does not exist.
          </p>
        )}
      </div>
      <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line">
        {panel.figures(row).map((figure) => (
          <div
            key={figure.label}
            className="-mb-px -me-px border-line border-e border-b px-(--card-pad) py-2"
          >
            <dt className="text-sm text-text-2">{figure.label}</dt>
            <dd className="num truncate font-semibold text-md">
              <ExplainedFigure figure={figure} of={resource.key} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {numbers?.(row)}
      {panel.parts(row)}
      <div>
        <FactList groups={panel.groups} row={row} of={resource.key} meta={meta.data} narrow />
        <Provenance row={row} note={panel.note(row)} />
      </div>
    </div>
  );
}
