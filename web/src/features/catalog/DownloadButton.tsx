import { useState } from "react";
import { useTRPCClient } from "@/api/client";
import type { Query } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { explainFailure } from "@/components/failureTexts";
import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { fileName, saveFile } from "@/lib/saveFile";
import { showToast } from "@/lib/toasts";
import { csvHead, csvRows } from "./csv";
import type { Client, Resource } from "./resource";

/** What every file tells of each row beside the shown columns. */
const origin = ["slug", "is_sample", "source", "licence", "retrieved_on"];
const rowsPerAnswer = 500;

type DownloadProps<Row> = {
  resource: Resource<Row>;
  label: string;
  /** The rows of the view, in its order. */
  rows: Pick<Query, "filter" | "sort">;
  /** The fields of its columns. */
  fields: ReadonlyArray<string>;
};

/** The rows page by page, so that none has to be kept but as text. */
async function* parts<Row extends object>(client: Client, props: DownloadProps<Row>) {
  const fields = [...new Set([...props.fields, ...origin])];
  yield csvHead(fields);
  let cursor: string | null = null;
  do {
    const pagination: Query["pagination"] = cursor
      ? { cursor, perPage: rowsPerAnswer }
      : { page: 1, perPage: rowsPerAnswer };
    const answer = await props.resource.of(client).list.query({ ...props.rows, pagination });
    yield csvRows(answer.results, fields);
    cursor = answer.pagination.nextCursor ?? null;
  } while (cursor);
}

/** All rows of a view with its columns as a file. */
export function DownloadButton<Row extends object>(props: DownloadProps<Row>) {
  const client = useTRPCClient();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const texts: string[] = [];
      for await (const text of parts(client, props)) texts.push(text);
      saveFile(new Blob(texts, { type: "text/csv;charset=utf-8" }), fileName(props.label, "csv"));
    } catch (error) {
      const message = `The file could not be made. ${explainFailure(describeFailure(error))}`;
      showToast({ variant: "danger", message, id: "download" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} onClick={() => void download()}>
      <Icon name="download" size={14} />
      CSV
    </Button>
  );
}
