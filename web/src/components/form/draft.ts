/**
 * Unsaved input of a form, kept by the tab: it outlives an expired session, a reload and a failing network, and goes when
 * the person signs out. It is found by a name that contains the person, so that the next one at the same tab does not see it.
 */
const prefix = "assay.draft.";

/** Storage can be full or forbidden; a form works without it. */
function attempt<Value>(action: () => Value): Value | null {
  try {
    return action();
  } catch {
    return null;
  }
}

export function readDraft<Draft>(name: string): Draft | null {
  return attempt(() => {
    const text = sessionStorage.getItem(prefix + name);
    return text === null ? null : (JSON.parse(text) as Draft);
  });
}

export function writeDraft(name: string, draft: unknown): void {
  attempt(() => sessionStorage.setItem(prefix + name, JSON.stringify(draft)));
}

export function removeDraft(name: string): void {
  attempt(() => sessionStorage.removeItem(prefix + name));
}

export function removeDrafts(): void {
  attempt(() => {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(prefix)) sessionStorage.removeItem(name);
    }
  });
}
