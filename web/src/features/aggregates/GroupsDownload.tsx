import type { FieldMeta, Filter } from "@/api/contract";
import { programEntries } from "@/components/programEntries";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Icon } from "@/components/ui/marks/Icon";
import { Menu } from "@/components/ui/overlays/Menu";
import { fileName, saveFile } from "@/lib/browser/saveFile";
import { csvHead, csvRows } from "@/lists/files/csv";
import { useRowNumbers } from "@/lists/numbers/rowNumbers";
import { type Group, groupLabel, groupQuery, measures } from "./aggregates";

type GroupsDownloadProps = {
  /** The filter of the groups. */
  filter: Filter | undefined;
  field: FieldMeta | null;
  groups: ReadonlyArray<Group> | undefined;
  /** The groups that hold fictional assets. */
  sampled: ReadonlySet<string> | undefined;
};

/** All groups of the page as a file, with what they are worth, and their request as a program. */
export function GroupsDownload({ field, filter, groups, sampled }: GroupsDownloadProps) {
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
  const input = field && groupQuery(filter, field, null);
  return (
    <>
      <Button size="small" disabled={!ready} onClick={download}>
        <Icon name="download" size={14} />
        CSV
      </Button>
      <Menu
        label="Copy the query"
        trigger={<IconButton icon="copy" label="Copy the query" size="small" />}
        groups={[programEntries(input && { kind: "call", procedure: "assets.aggregate", input })]}
      />
    </>
  );
}
