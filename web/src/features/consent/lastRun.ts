/** What the scripts of an earlier page left behind: for whom they ran, and under which names they keep things. */
export type LastRun = { person: string; ran: Record<string, readonly string[]> };

const key = "assay.scripts-ran";

export const nobody = "nobody";

export function readLastRun(): LastRun {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<LastRun> | null;
    return { person: value?.person ?? nobody, ran: value?.ran ?? {} };
  } catch {
    return { person: nobody, ran: {} };
  }
}

export function keepLastRun(last: LastRun): void {
  try {
    if (Object.keys(last.ran).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(last));
  } catch {
    // What cannot be stored here, the scripts cannot store either.
  }
}
