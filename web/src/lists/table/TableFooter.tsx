import type { ReactNode } from "react";
import { Icon } from "@/components/ui/marks/Icon";
import type { PagePosition } from "@/lib/address/viewState";
import { type Paging, pageCount, pageNumbers, rangeText } from "./paging";

type TableFooterProps = {
  /** The coverage of the figures: "Total covers 35 of 36 assets; 1 withheld." */
  coverage: ReactNode;
  paging: Paging;
  /** Null while they are on their way. */
  rows: number | null;
  onPage: (page: PagePosition | null) => void;
  /** The sizes of a page. */
  sizes?: ReadonlyArray<number>;
  onSize?: (size: number) => void;
};

export function TableFooter(props: TableFooterProps) {
  const { coverage, paging, rows, onPage, sizes = [], onSize } = props;
  const [smallest = paging.size] = sizes;
  const choice = paging.total !== null && paging.total > smallest;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-(--card-pad) py-1 text-sm text-text-2">
      <span className="min-w-0 flex-1 basis-64 max-md:basis-full">{coverage}</span>
      <bdi className="num max-md:flex-1">{rows !== null && rangeText(paging, rows)}</bdi>
      {rows !== null && onSize && choice && (
        <SizeSelect sizes={sizes} size={paging.size} onSize={onSize} />
      )}
      {rows !== null && <Pager paging={paging} onPage={onPage} />}
    </div>
  );
}

type SizeSelectProps = {
  sizes: ReadonlyArray<number>;
  size: number;
  onSize: (size: number) => void;
};

/** The phone's own list is the best there is for four numbers. */
function SizeSelect({ sizes, size, onSize }: SizeSelectProps) {
  return (
    <label className="relative inline-flex h-(--control-h-sm) items-center gap-1.5 rounded-md border border-line-strong bg-surface px-[9px] text-text focus-within:outline-2 focus-within:outline-focus hover:border-control-line hover:bg-surface-2 pointer-coarse:min-h-11">
      <span className="text-text-2">Rows</span>
      <span aria-hidden="true" className="num font-medium">
        {size}
      </span>
      <Icon name="chevron" size={12} />
      <select
        aria-label="Rows per page"
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
        className="absolute inset-0 scroll-mt-20 scroll-mb-8 cursor-pointer appearance-none opacity-0"
      >
        {sizes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

function Pager({ paging, onPage }: Pick<TableFooterProps, "paging" | "onPage">) {
  if (!paging.previous && !paging.next) return null;
  const go = (page: PagePosition) => {
    onPage(page.kind === "number" && page.number === 1 ? null : page);
  };
  return (
    <nav aria-label="Pages" className="flex items-center gap-1">
      <Step label="Previous" to={paging.previous} go={go} />
      <Numbers paging={paging} go={go} />
      <Step label="Next" to={paging.next} go={go} />
    </nav>
  );
}

type Go = (page: PagePosition) => void;

/** Stays in the tab order at the ends, so that the last press does not lose the focus. */
function Step({ label, to, go }: { label: string; to: PagePosition | null; go: Go }) {
  return (
    <button
      type="button"
      aria-disabled={to === null}
      onClick={() => to && go(to)}
      className="inline-flex h-(--control-h-sm) items-center rounded-md border border-line-strong bg-surface px-[9px] font-medium text-text hover:border-control-line hover:bg-surface-2 aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-surface-2 aria-disabled:text-text-3 pointer-coarse:min-h-11"
    >
      {label}
    </button>
  );
}

function Numbers({ paging, go }: { paging: Paging; go: Go }) {
  if (!paging.numbered || paging.total === null || paging.offset === null) return null;
  const current = Math.floor(paging.offset / paging.size) + 1;
  const pages = pageNumbers(current, pageCount(paging.total, paging.size));
  return (
    <ul className="flex items-center max-md:hidden">
      {pages.map((page, index) => (
        <li key={page ?? `gap${index}`} className="num min-w-6 text-center">
          {page === null ? (
            <span className="text-text-3">…</span>
          ) : (
            <button
              type="button"
              aria-label={`Page ${page}`}
              aria-current={page === current ? "page" : undefined}
              onClick={() => page !== current && go({ kind: "number", number: page })}
              className="h-6 min-w-6 rounded-sm px-1 hover:bg-surface-3 aria-[current]:bg-surface-3 aria-[current]:font-semibold aria-[current]:text-text pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              {page}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
