/**
 * Returns the focus to the element that had it before a layer opened, else to the content of the page. The browser has
 * tried to by then; it fails when the element has left the page, or when the layer opened with the page.
 */
export function returnFocus(before: Element | null): void {
  const lost = before === document.body || !before?.isConnected;
  // A layer that opened meanwhile, such as the same one rendered anew, keeps what it has.
  const other = document.querySelector("dialog[open], [role=dialog][data-state=open]");
  if (lost && other?.contains(document.activeElement)) return;
  const target = lost ? (other ?? document.getElementById("main")) : before;
  if (target instanceof HTMLElement) target.focus();
}
