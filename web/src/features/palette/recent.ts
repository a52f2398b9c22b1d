const key = "assay.recent";
const most = 5;

/** The ids of what was chosen last, newest first; whatever else storage holds counts as nothing. */
export function recentIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === "string").slice(0, most);
  } catch {
    return [];
  }
}

export function remember(id: string): void {
  const ids = [id, ...recentIds().filter((each) => each !== id)].slice(0, most);
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // Without storage nothing is recent.
  }
}
