import { Menu } from "../ui/overlays/Menu";
import type { Trigger } from "../ui/overlays/useTrigger";

const names = { xlsx: "Excel (XLSX)", ndjson: "NDJSON", parquet: "Parquet" } as const;

/** A format of files beside CSV. */
export type OtherFormat = keyof typeof names;

type FormatMenuProps<Format> = {
  formats: ReadonlyArray<Format>;
  trigger: Trigger;
  onChoose: (format: Format) => void;
};

/** The menu of file formats, which opens when it is loaded, because the click on its button loads it. */
export function FormatMenu<Format extends OtherFormat>(props: FormatMenuProps<Format>) {
  const { formats, trigger, onChoose } = props;
  const entries = formats.map((format) => ({
    label: names[format],
    icon: "download" as const,
    onSelect: () => onChoose(format),
  }));
  return <Menu defaultOpen label="Download this view" trigger={trigger} groups={[entries]} />;
}
