import type { FieldMeta } from "@/api/contract";
import { Button } from "@/components/ui/Button";
import { Icon } from "@/components/ui/Icon";
import { fileName, saveFile } from "@/lib/saveFile";
import { type Group, groupLabel, measures } from "./aggregates";
import { csvHead, csvRows } from "./csv";
import { useRowNumbers } from "./rowNumbers";

type GroupsDownloadProps = {
  field: FieldMeta | null;
  groups: ReadonlyArray<Group> | undefined;
  /** The groups that hold fictional assets. */
  sampled: ReadonlySet<string> | undefined;
};

/** All groups of the page as a file, with what they are worth. */
export function GroupsDownload({ field, groups, sampled }: GroupsDownloadProps) {
  const numbers = useRowNumbers();
  const ready = field && groups && sampled && numbers?.status !== "loading";
  const download = () => {
    if (!ready) return;
    const ids = measures.map(({ id }) => id);
    const fields = [field.name, "label", "assets", "share", ...ids];
    const rows = groups.map(({ id, value, label, count, share, measured }) => ({
      [field.name]: value,
      label,
      assets: count,
      share,
      ...measured,
      value_dollar: numbers?.at("value", String(value)) ?? null,
      holders: numbers?.at("holders", String(value)) ?? null,
      is_sample: sampled.has(id),
    }));
    const all = [...fields, "value_dollar", "holders", "is_sample"];
    const text = csvHead(all) + csvRows(rows, all);
    const name = fileName(`Assets by ${groupLabel(field)}`, "csv");
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), name);
  };
  return (
    <Button size="small" disabled={!ready} onClick={download}>
      <Icon name="download" size={14} />
      CSV
    </Button>
  );
}
