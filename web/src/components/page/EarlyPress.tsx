import { useEffect } from "react";

/** Signals public/first.js that the page is interactive, so that it repeats an earlier press. */
export function EarlyPress() {
  useEffect(() => {
    window.dispatchEvent(new Event("assay:alive"));
  }, []);
  return null;
}
