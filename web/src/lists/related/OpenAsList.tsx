import { useFlags } from "@/api/account/flags";
import { gateOf } from "@/components/shell/nav";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";

/** The way from the rows of a record to the whole list, for those who may open its page. */
export function OpenAsList({ href }: { href: string }) {
  const { isOn } = useFlags();
  const [path = href] = href.split("?");
  const gate = gateOf(path);
  if (gate !== null && !isOn(gate)) return null;
  return (
    <ButtonLink href={href} size="small">
      Open as list
    </ButtonLink>
  );
}
