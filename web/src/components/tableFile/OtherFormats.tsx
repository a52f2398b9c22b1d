import { useOnDemand } from "@/lib/loading/useOnDemand";
import { IconButton } from "../ui/buttons/IconButton";
import { preloadMenu } from "../ui/overlays/Menu";
import type { OtherFormat } from "./FormatMenu";

const loadMenu = async () => {
  preloadMenu();
  return (await import("./FormatMenu")).FormatMenu;
};

type OtherFormatsProps<Format> = {
  formats: ReadonlyArray<Format>;
  disabled: boolean;
  onChoose: (format: Format) => void;
};

/** The menu of the other formats is fetched when the pointer or the focus comes near. */
export function OtherFormats<Format extends OtherFormat>(props: OtherFormatsProps<Format>) {
  const { disabled, ...menu } = props;
  const { part: FormatMenu, requested, request, preload } = useOnDemand(loadMenu, "The menu");
  const look = { icon: "chevron", label: "Other file formats", size: "small", disabled } as const;
  if (FormatMenu && requested) return <FormatMenu {...menu} trigger={<IconButton {...look} />} />;
  return (
    <IconButton
      {...look}
      aria-haspopup="menu"
      aria-expanded={requested}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={request}
    />
  );
}
