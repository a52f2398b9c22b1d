import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { Dataset, ResourceMeta } from "@/api/contract";
import { buttonLook } from "@/components/ui/buttons/buttonLook";
import { Icon } from "@/components/ui/marks/Icon";
import { formatCountFull } from "@/lib/format";
import type { ListFile } from "./downloadableLists";
import { FileColumns } from "./FileColumns";

const formats = [
  { ending: "csv", name: "CSV" },
  { ending: "xlsx", name: "Excel (XLSX)" },
  { ending: "ndjson", name: "NDJSON" },
  { ending: "parquet", name: "Parquet" },
] as const;

/** The response for one row contains the count of all. */
const first = { pagination: { page: 1, perPage: 1 } };

function useList({ name, of }: ListFile) {
  const client = useTRPCClient();
  const rows = useQuery({
    queryKey: ["downloads", name, "list"],
    queryFn: ({ signal }) => of(client).list.query(first, { signal }),
  });
  const meta = useQuery({
    queryKey: ["downloads", name, "meta"],
    queryFn: ({ signal }) => of(client).meta.query(undefined, { signal }),
    select: columnsOf,
  });
  return { count: rows.data?.pagination.resultCount, columns: meta.data };
}

function columnsOf({ fields }: ResourceMeta): Dataset["columns"] {
  return fields.map(({ name, type, description }) => ({ name, type, meaning: description }));
}

/** A list of the site as files with every row, written on request. */
export function ListCard({ list }: { list: ListFile }) {
  const { count, columns } = useList(list);
  const titleId = `list-${list.name}`;
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 rounded-md border border-line bg-surface px-(--card-pad) py-3"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={titleId} className="font-semibold text-md">
          {list.title}
        </h2>
        {count !== undefined && (
          <p className="text-sm text-text-2 sm:ms-auto">
            <bdi className="num">{formatCountFull(count)}</bdi> rows, generated on request
          </p>
        )}
      </header>
      <p className="mt-0.5 max-w-[76ch] text-sm text-text-2">{list.description}</p>
      <ul className="mt-2 mb-1 flex flex-wrap gap-2">
        {formats.map(({ ending, name }) => (
          <li key={ending}>
            <a
              href={`/api/download/${list.name}.${ending}`}
              download
              className={buttonLook("plain", "small")}
            >
              <Icon name="download" size={14} />
              {name} <span className="sr-only">of {list.title}</span>
            </a>
          </li>
        ))}
      </ul>
      {columns && <FileColumns columns={columns} />}
    </section>
  );
}
