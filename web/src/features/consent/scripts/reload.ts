/** A script that ran cannot be taken out of a page, only be left out of the next one. */
export function reload(): void {
  window.location.reload();
}
