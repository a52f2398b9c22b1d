import { useQueryClient } from "@tanstack/react-query";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { changeSetting, useSamples } from "@/lib/browser/display";

/** Whether a request is of data: of everything but accounts. */
function isOfData({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean {
  return name === "catalog" || (Array.isArray(name) && name[0] !== "users");
}

/** Excludes sample data in this browser, or includes them again: everything on the page is requested anew. */
export function SampleSwitch() {
  const client = useQueryClient();
  const samples = useSamples();
  const isExcluded = samples === "off";
  const turn = () => {
    changeSetting("samples", isExcluded ? "on" : "off");
    void client.resetQueries({ predicate: isOfData });
  };
  return (
    <IconButton
      label="Exclude sample data"
      icon="sample"
      aria-pressed={isExcluded}
      onClick={turn}
    />
  );
}
