import type { KeyboardEvent, MouseEvent } from "react";
import type { Place } from "./grid/gridKeys";

const controls = "a, button, input, select, textarea, label, summary";

/**
 * A press anywhere in a row counts for the row's link: figures carry titles and so lie above the link that covers the
 * row. Selecting text and using a control of a cell are no press of the row.
 */
export function pressRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.defaultPrevented) return;
  if (event.target.closest(controls) || window.getSelection()?.toString()) return;
  const middle = event.button === 1;
  if (event.button !== 0 && !middle) return;
  follow(event.target.closest("tr"), {
    ...modifiers(event),
    ...(middle && { ctrlKey: true, metaKey: true }),
  });
}

/** Follows the link of a row with the key that was pressed in one of its cells. */
export function openRow({ row }: Place, event: KeyboardEvent): void {
  follow(event.currentTarget.querySelector(`tr[data-row="${row}"]`), modifiers(event));
}

type Modifiers = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

function modifiers({ ctrlKey, metaKey, shiftKey }: Modifiers): Modifiers {
  return { ctrlKey, metaKey, shiftKey };
}

function follow(row: Element | null, keys: Modifiers): void {
  const link = row?.querySelector("[data-row-link]");
  link?.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
}
