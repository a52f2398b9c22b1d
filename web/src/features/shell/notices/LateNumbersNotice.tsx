import { Notice } from "@/components/states/Notice";
import { DateText } from "@/components/ui/text/Figure";

/** States the time of the shown numbers while newer ones cannot be loaded. */
export function LateNumbersNotice({ since }: { since: string | number }) {
  return (
    <Notice icon="info">
      Showing data as of <DateText value={since} time />. Newer data cannot be loaded at the moment.
    </Notice>
  );
}
