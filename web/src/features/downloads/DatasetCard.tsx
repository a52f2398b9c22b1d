import type { Dataset } from "@/api/contract";
import { mostTextRows } from "@/api/contract";
import { buttonLook } from "@/components/ui/buttons/buttonLook";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Icon } from "@/components/ui/marks/Icon";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { type DatasetGroup, formatName, sizeText } from "./datasetFiles";
import { FileColumns } from "./FileColumns";

/** A file: how it is written, how large it is, and what proves that it arrived whole. */
function FileLine({ file }: { file: Dataset }) {
  const format = formatName(file.format);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2">
      <a
        href={file.path}
        download={file.file}
        className={`${buttonLook("plain", "small")} min-w-[168px]`}
      >
        <Icon name="download" size={14} />
        {format} <bdi className="num text-text-2">{sizeText(file.bytes)}</bdi>
        <span className="sr-only">of {file.title}</span>
      </a>
      <span className="flex min-w-0 flex-1 basis-[260px] items-center gap-1 text-sm text-text-2">
        <span className="flex-none text-text-3 text-xs">SHA-256</span>
        <code className="min-w-0 truncate font-mono text-xs" title={file.sha256}>
          {file.sha256}
        </code>
        <CopyButton text={file.sha256} what={`SHA-256 of ${file.file}`} size="small" />
      </span>
    </li>
  );
}

/** A data set with its files, its columns and its licences. */
export function DatasetCard({ dataset: { id, first, files } }: { dataset: DatasetGroup }) {
  const titleId = `dataset-${id}`;
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 rounded-md border border-line bg-surface px-(--card-pad) py-3"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={titleId} className="font-semibold text-md">
          {first.title}
        </h2>
        {first.is_sample && <SampleTag />}
        <p className="text-sm text-text-2 sm:ms-auto">
          <bdi className="num">{formatCountFull(first.rows)}</bdi> rows, exported{" "}
          <DateText value={first.made_at} time />
        </p>
      </header>
      <p className="mt-0.5 max-w-[76ch] text-sm text-text-2">{first.description}</p>
      <ul className="mt-1 divide-y divide-line">
        {files.map((file) => (
          <FileLine key={file.sha256} file={file} />
        ))}
      </ul>
      {files.every(({ format }) => format === "parquet") && (
        <p className="pb-2 text-sm text-text-3">
          Parquet only: CSV and NDJSON files are limited to {formatCountFull(mostTextRows)} rows.
        </p>
      )}
      <p className="border-line border-t pt-2 text-sm text-text-2">
        <span className="text-text-3">Licence </span>
        <bdi>
          {first.licences.filter((licence) => licence !== "").join("; ") || "See each load"}
        </bdi>
      </p>
      <FileColumns columns={first.columns} />
    </section>
  );
}
