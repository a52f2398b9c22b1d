import { configure, getConfig } from "@testing-library/react";

/** Set by the library while it tries a query again and again. */
type Waiting = { _disableExpensiveErrorDiagnostics?: boolean };

/** Writes the document into the failure that a test ends with, and not into each of those that it waits through. */
export function describeFailuresOnce(): void {
  const { getElementError } = getConfig();
  configure({
    getElementError(message, container) {
      const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as Waiting;
      return isWaiting ? new Error(message ?? undefined) : getElementError(message, container);
    },
  });
}
