import type { ReactElement } from "react";
import type { FileFormat } from "@/api/downloads";
import { Menu } from "@/components/ui/Menu";

type FormatMenuProps = { trigger: ReactElement; onChoose: (format: FileFormat) => void };

/** Opens as soon as it is there: it is fetched by the click that asks for it. */
export function FormatMenu({ trigger, onChoose }: FormatMenuProps) {
  return (
    <Menu
      defaultOpen
      label="Download this view"
      trigger={trigger}
      groups={[
        [
          { label: "NDJSON", icon: "download", onSelect: () => onChoose("ndjson") },
          { label: "Parquet", icon: "download", onSelect: () => onChoose("parquet") },
        ],
      ]}
    />
  );
}
