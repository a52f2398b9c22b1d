import { Notice } from "@/components/states/Notice";
import { DateText } from "@/components/ui/text/Figure";

/** Says of which time the shown numbers are, while newer ones cannot be loaded. */
export function LateNumbersNotice({ since }: { since: string | number }) {
  return (
    <Notice icon="info">
      Showing data as of <DateText value={since} time />. Newer data cannot be loaded at the moment.
    </Notice>
  );
}
