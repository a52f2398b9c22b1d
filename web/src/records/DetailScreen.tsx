import type { ReactNode } from "react";
import { useUser } from "@/api/account/user";
import type { ResourceMeta } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { plansBeyond } from "@/api/plans";
import { useExplainer } from "@/app-state/numberExplanation";
import { Card } from "@/components/Card";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import { PlanNote } from "@/components/plans/PlanNote";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Tabs } from "@/components/ui/tabs/Tabs";
import { editAddress } from "@/lib/address/addresses";
import { FactList } from "./FactList";
import { factOf } from "./FactNumber";
import { Provenance } from "./Provenance";
import type { CatalogRecord } from "./resource";
import { sampleFields } from "./sampleFields";
import type { Sheet } from "./sheet";
import { Suggestions } from "./suggestions/Suggestions";
import { useMeta } from "./useCatalog";
import type { SheetState } from "./useSheet";
import { useTab } from "./useTab";

type DetailProps<Row extends CatalogRecord> = {
  sheet: Sheet<Row>;
  state: SheetState<Row>;
  /** Draws its numbers over time and, behind them, what the catalog counts; without a slug, their places. */
  numbers?: Numbers<Row>;
  /** Parts that another feature draws, behind the facts. */
  further?: Sheet<Row>["related"];
};

type Numbers<Row> = (
  slug: string | null,
  counted: ReadonlyArray<KpiTileProps>,
  row: Row | null,
) => ReactNode;

function onlyCounted(_: string | null, counted: ReadonlyArray<KpiTileProps>): ReactNode {
  return counted.length > 0 && <KpiStrip label="Key figures" tiles={counted} />;
}

/** The page of one record: what it is, each fact with its source, what belongs to it, and where it comes from. */
export function DetailScreen<Row extends CatalogRecord>(props: DetailProps<Row>) {
  const { sheet, state, numbers = onlyCounted, further = [] } = props;
  const { answer } = state;
  const meta = useMeta(sheet.resource);
  const failure = answer.error && describeFailure(answer.error);
  if (answer.data) {
    const shown = { sheet, meta: meta.data, numbers, further };
    return <RecordSheet {...shown} row={answer.data} />;
  }
  if (failure?.code === "NOT_FOUND") {
    const { href, label } = sheet.parent;
    return (
      <Card>
        <EmptyState
          title={`${sheet.one} not found`}
          action={<ButtonLink href={href}>{label}</ButtonLink>}
        >
          <p>The catalog has no record at this address.</p>
          <Suggestions />
        </EmptyState>
      </Card>
    );
  }
  if (failure) {
    return (
      <Card>
        <ErrorState failure={failure} what={sheet.one} onRetry={() => void answer.refetch()} />
      </Card>
    );
  }
  return <Waiting what={sheet.one} figures={sheet.figures(null)} numbers={numbers} />;
}

type RecordSheetProps<Row extends CatalogRecord> = {
  sheet: Sheet<Row>;
  row: Row;
  meta: ResourceMeta | undefined;
  numbers: Numbers<Row>;
  further: Sheet<Row>["related"];
};

function RecordSheet<Row extends CatalogRecord>(props: RecordSheetProps<Row>) {
  const { sheet, row, meta, numbers, further } = props;
  const parts = [...further, ...sheet.related].filter(({ when }) => when?.(row) ?? true);
  const tabs = [
    { value: "facts", label: "Facts" },
    ...parts.map(({ id, label, count }) => ({
      value: id,
      label,
      count: count?.(row) ?? null,
    })),
    { value: "provenance", label: "Provenance" },
  ];
  const { tab, open } = useTab(tabs.map(({ value }) => value));
  const explaining = useExplainer();
  const tiles = sheet.figures(row).map(({ field, ...tile }): KpiTileProps => {
    const number = factOf(sheet.resource.key, row, field, tile.label);
    const { pressed, onPress } = explaining(number);
    return { ...tile, explained: pressed, onExplain: onPress };
  });
  const related = parts.find(({ id }) => id === tab);
  return (
    <>
      <Hero sheet={sheet} row={row} />
      {numbers(row.slug, tiles, row)}
      <Tabs label={`Parts of ${row.name}`} tabs={tabs} value={tab} onChange={open}>
        <div className="pt-4">
          {tab === "facts" && (
            <FactList groups={sheet.groups} row={row} of={sheet.resource.key} meta={meta} />
          )}
          {tab === "provenance" && <Provenance row={row} note={sheet.note(row)} />}
          {related?.list(row)}
        </div>
      </Tabs>
    </>
  );
}

function Hero<Row extends CatalogRecord>({
  sheet,
  row,
}: Pick<RecordSheetProps<Row>, "sheet" | "row">) {
  const text = sheet.text(row);
  const links = sheet.links(row).flatMap(({ label, href }) => (href ? [{ label, href }] : []));
  const load = useUser();
  const isEditable = !row.is_sample || sampleFields[sheet.resource.key] !== undefined;
  const edits = load.status === "logged-in" && load.user.role === "ADMIN" && isEditable;
  return (
    <Card>
      <div className="flex items-start gap-3 px-(--card-pad) py-3.5">
        {sheet.mark(row)}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-text-2 [overflow-wrap:anywhere]">
            {sheet.summary(row)}
            {row.is_sample && <SampleTag />}
          </div>
          {text && <p className="mt-1 max-w-[80ch] [overflow-wrap:anywhere]">{text}</p>}
          {links.length > 0 && (
            <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {links.map(({ label, href }) => (
                <li key={label} className="min-w-0">
                  <OutsideLink href={href}>{label}</OutsideLink>
                </li>
              ))}
            </ul>
          )}
          <PlanNote plans={plansBeyond(row)} className="mt-1.5" />
          {row.is_sample && (
            <p className="mt-1.5 text-sm text-sample-text">
              Fictional sample data for demonstration. This {sheet.one.toLowerCase()} does not
              exist.
            </p>
          )}
        </div>
        {edits && (
          <ButtonLink size="small" href={editAddress(sheet.resource.key, row.slug)}>
            Edit
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

type WaitingProps = { what: string; figures: ReadonlyArray<KpiTileProps>; numbers: Numbers<never> };

/** Everything that does not depend on the record has its place already. */
function Waiting({ what, figures, numbers }: WaitingProps) {
  const tiles = figures.map(({ label }) => ({ label, value: null, status: "loading" as const }));
  return (
    <Loading label={`Loading ${what.toLowerCase()}`}>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-[92px] rounded-md" />
        {numbers(null, tiles, null)}
        <Skeleton className="h-[360px] rounded-md" />
      </div>
    </Loading>
  );
}
