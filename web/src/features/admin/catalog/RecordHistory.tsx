import { useMemo } from "react";
import type { RecordChangeEntry, ResourceMeta } from "@/api/contract";
import { Age } from "@/components/ui/text/Figure";
import { EditorName } from "../Editor";
import { HistoryList } from "../HistoryList";
import { type Column, columnLabel, columnsOf } from "./columns";
import { Reclassification, reclassificationOf } from "./Reclassification";
import type { useChanges } from "./useChanges";
import { storedText } from "./valueTexts";

const actions: Readonly<Record<RecordChangeEntry["action"], string>> = {
  created: "Created",
  updated: "Changed",
  removed: "Removed",
  unchanged: "Unchanged",
};

/** More than this many columns fold: a record that was created names them all. */
const foldedAbove = 6;

type EntryProps = { entry: RecordChangeEntry; columns: ReadonlyArray<Column> };

function Values({ entry, columns }: EntryProps) {
  const { before, after } = entry;
  return (
    <dl className="mt-1 flex flex-col gap-1 text-sm">
      {entry.columns.map((name) => {
        const column = columns.find((known) => known.name === name);
        const words = (state: Record<string, unknown> | null) => storedText(column, state?.[name]);
        return (
          <div key={name} className="[overflow-wrap:anywhere]">
            <dt className="inline text-text-2">{columnLabel(name)}: </dt>
            <dd className="inline">
              {entry.action === "updated" && (
                <>
                  <bdi>{words(before) ?? "Empty"}</bdi>
                  <span
                    aria-hidden="true"
                    className="px-1.5 text-text-3 rtl:inline-block rtl:-scale-x-100"
                  >
                    →
                  </span>
                  <span className="sr-only"> changed to </span>
                </>
              )}
              <bdi className="font-medium">{words(after ?? before) ?? "Empty"}</bdi>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Entry({ entry, columns }: EntryProps) {
  const { action, changed_by: editor, changed_at: at } = entry;
  const count = entry.columns.length;
  const reclassified = reclassificationOf(entry);
  return (
    <li className="border-line border-b px-(--card-pad) py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 flex-1 font-medium">{actions[action]}</span>
        <span className="text-sm text-text-2">
          <Age value={at} />
        </span>
      </div>
      {action === "updated" && count <= foldedAbove ? (
        <Values entry={entry} columns={columns} />
      ) : (
        <details className="mt-1">
          <summary className="min-h-6 cursor-pointer rounded-sm text-sm text-text-2 hover:text-text pointer-coarse:py-3">
            {count === 1 ? "1 field" : `${count} fields`}
          </summary>
          <Values entry={entry} columns={columns} />
        </details>
      )}
      {reclassified && <Reclassification change={reclassified} />}
      <p className="mt-1 text-sm text-text-2 [overflow-wrap:anywhere]">
        By <EditorName id={editor} />
      </p>
    </li>
  );
}

type RecordHistoryProps = {
  meta: ResourceMeta;
  history: ReturnType<typeof useChanges>;
};

/** The changes of a record with their authors, the newest first. */
export function RecordHistory({ meta, history }: RecordHistoryProps) {
  const columns = useMemo(() => columnsOf(meta), [meta]);
  return (
    <HistoryList
      history={history}
      lead="Changes by administrators, newest first. Imports are not listed."
    >
      {(entry) => <Entry key={entry.id} entry={entry} columns={columns} />}
    </HistoryList>
  );
}
