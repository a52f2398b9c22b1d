import type { FieldMeta, Filter } from "@/api/contract";
import { useOrigins } from "@/charts/data/useOrigin";
import { programEntries } from "@/components/programEntries";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { Icon } from "@/components/ui/marks/Icon";
import { Menu } from "@/components/ui/overlays/Menu";
import { lastDay } from "@/lib/dates/day";
import { numberRequests, type RowNumbers, useRowNumbers } from "@/lists/numbers/rowNumbers";
import { type Group, groupQuery } from "./aggregates";

type GroupsDownloadProps = {
  /** The numbers of the groups. */
  numbers: RowNumbers | undefined;
  /** The filter of the groups. */
  filter: Filter | undefined;
  field: FieldMeta | null;
  groups: ReadonlyArray<Group> | undefined;
  /** The groups that hold fictional assets. */
  sampled: ReadonlySet<string> | undefined;
};

/** All groups of the page as a file, with what they are worth, and their request as a program. */
export function GroupsDownload(props: GroupsDownloadProps) {
  const { field, filter, groups, sampled } = props;
  const numbers = useRowNumbers();
  const keys = groups?.map(({ id }) => id) ?? [];
  const requests = props.numbers ? numberRequests(props.numbers, keys, lastDay()) : [];
  const origin = useOrigins(requests, []);
  const ready = field && groups && sampled && numbers?.status !== "loading";
  const download = async () => {
    if (!ready) return;
    const { allowedOrigin } = await import("@/lib/files/allowedOrigin");
    if (!(await allowedOrigin(origin))) return;
    const { saveGroups } = await import("./groupsFile");
    saveGroups({ field, groups, sampled, numbers });
  };
  const input = field && groupQuery(filter, field, null);
  return (
    <>
      <Button size="small" disabled={!ready} onClick={() => void download()}>
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
