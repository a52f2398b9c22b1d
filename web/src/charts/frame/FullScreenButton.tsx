import { IconButton } from "@/components/ui/buttons/IconButton";

type FullScreenButtonProps = { full: boolean; onPress: () => void };

/** Into full screen and out of it; a phone has nothing to gain by it. */
export function FullScreenButton({ full, onPress }: FullScreenButtonProps) {
  return (
    <IconButton
      className={full ? "" : "max-md:hidden"}
      icon={full ? "close" : "fullscreen"}
      label={full ? "Exit full screen" : "Full screen"}
      onClick={onPress}
    />
  );
}
