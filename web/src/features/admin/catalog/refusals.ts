/** The refusals of the catalog in words for an administrator. */
const refusals: Readonly<Record<string, string>> = {
  record_changed:
    "Another administrator saved this record meanwhile. Reload the page to see the changes.",
  record_invalid: "A value was not accepted.",
  record_is_sample: "Sample data is generated. Only the class of an asset can be edited.",
  record_needed: "Other records still refer to this record. Change or remove them first.",
  edit_running: "Another administrator is saving a change. Try again in a moment.",
  import_running: "An import is running. Try again when it has finished.",
  resource_not_written: "Records of this kind are derived and cannot be edited.",
  records_too_large: "The values are too large together. Shorten the longest texts.",
};

export function refusalText(reason: string | null): string | undefined {
  if (reason?.endsWith("_not_found")) return "This record no longer exists.";
  return reason === null ? undefined : refusals[reason];
}
