/**
 * Takes the place of the package react-remove-scroll-bar, by an alias in next.config.ts: beneath a layer the page keeps its
 * scroll bar. Taking it away makes the browser paint the whole page anew at each opening and closing. The page stays where
 * it is all the same: react-remove-scroll refuses the wheel and the finger, and layers contain what keys scroll.
 */
export function RemoveScrollBar(): null {
  return null;
}
