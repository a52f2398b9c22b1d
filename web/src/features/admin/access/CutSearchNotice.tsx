import { Notice } from "@/components/states/Notice";

/** Above a list whose search matches more users or organizations than are looked for. */
export function CutSearchNotice() {
  return (
    <Notice icon="info">
      Too many users or organizations match the search, so rows are missing. Type more of the name.
    </Notice>
  );
}
