import { useEffect } from "react";

/** Tells public/first.js that the page answers from now on: the button pressed before is pressed again. */
export function EarlyPress() {
  useEffect(() => {
    window.dispatchEvent(new Event("assay:alive"));
  }, []);
  return null;
}
