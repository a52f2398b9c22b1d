type OpenedDialog = { before: Element | null; hidden: Element[] };

const opened = new WeakMap<HTMLDialogElement, OpenedDialog>();

function open(dialog: HTMLDialogElement, modal: boolean): void {
  const outside = Array.from(document.body.children).filter((each) => !each.contains(dialog));
  const hidden = modal ? outside.filter((each) => !each.hasAttribute("aria-hidden")) : [];
  // Tests find elements by their roles, and what is inert has none.
  for (const each of hidden) each.setAttribute("aria-hidden", "true");
  opened.set(dialog, { before: document.activeElement, hidden });
  dialog.open = true;
  const first = dialog.querySelector<HTMLElement>(
    ":is(button:not(:disabled), input, select, a[href])",
  );
  if (first) first.focus();
  else (document.activeElement as HTMLElement | null)?.blur();
}

function close(dialog: HTMLDialogElement): void {
  const { before, hidden } = opened.get(dialog) ?? { before: null, hidden: [] };
  opened.delete(dialog);
  dialog.open = false;
  for (const each of hidden) each.removeAttribute("aria-hidden");
  if (before instanceof HTMLElement) before.focus();
}

/** The methods of dialogs as browsers have them; jsdom has the element alone. */
export function completeDialogs(): void {
  HTMLDialogElement.prototype.show ??= function show(this: HTMLDialogElement) {
    open(this, false);
  };
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    open(this, true);
  };
  HTMLDialogElement.prototype.close ??= function closeDialog(this: HTMLDialogElement) {
    close(this);
  };
}
