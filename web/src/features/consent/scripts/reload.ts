/** Reloads the page, because a script that ran cannot be removed from it. */
export function reload(): void {
  window.location.reload();
}
