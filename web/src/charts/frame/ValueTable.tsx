import { useState } from "react";
import type { Column } from "@/components/table/columns";
import { Table } from "@/components/table/Table";
import { Button } from "@/components/ui/buttons/Button";
import { Starred } from "@/components/ui/marks/Starred";

const pageSize = 60;

/** A text; with the reason of its star if it is a figure that was not measured on its day. */
export type ValueTableCell = string | { text: string; reason: string };

type Cells = readonly ValueTableCell[];

export type ValueTableContent = {
  caption: string;
  head: readonly string[];
  rows: readonly Cells[];
};

/** A name in a table of texts, with the words that a mark stands for elsewhere. */
export function nameWithSample({ name, sample }: { name: string; sample?: boolean }): string {
  return sample ? `${name}, includes sample data` : name;
}

function partsOf(cell: ValueTableCell = ""): { text: string; reason?: string } {
  return typeof cell === "string" ? { text: cell } : cell;
}

const facts = {
  id: ([name]: Cells) => partsOf(name).text,
  name: ([name]: Cells) => partsOf(name).text,
};

function Cell({ of }: { of: ValueTableCell | undefined }) {
  const { text, reason } = partsOf(of);
  return (
    <Starred reason={reason}>
      <bdi>{text}</bdi>
    </Starred>
  );
}

/** The chart as a table, for those who read figures or do not see the picture. */
export function ValueTable({ caption, head, rows }: ValueTableContent) {
  const [requested, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(requested, pages - 1);
  const columns = head.map(
    (header, at): Column<Cells> => ({
      id: `${at}`,
      header,
      description: header,
      kind: at === 0 ? "text" : "number",
      ...(at === 0 && { width: 104 }),
      cell: (row) => <Cell of={row[at]} />,
    }),
  );
  return (
    <div className="absolute inset-0 flex flex-col">
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard.
        tabIndex={0}
        data-wide=""
        className="@container min-h-0 flex-1 overflow-auto [--card-pad:8px] [--cell-x:8px] [--row-h-header:28px] [--row-h:28px] [--text-table:12px]"
      >
        <Table
          label={caption}
          variant="page"
          columns={columns}
          rows={rows.slice(page * pageSize, (page + 1) * pageSize)}
          facts={facts}
        />
      </section>
      {pages > 1 && (
        <div className="flex items-center gap-2 border-line border-t pt-1.5 text-sm text-text-2">
          <span role="status" className="flex-1">
            Page {page + 1} of {pages}
          </span>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button size="small" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </div>
  );
}
