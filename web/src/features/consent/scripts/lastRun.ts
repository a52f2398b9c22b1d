/** Traces of the scripts of an earlier page: the person they ran for, and the names under which they keep data. */
export type LastRun = { person: string; ran: Record<string, readonly string[]> };

const key = "assay.scripts-ran";

export const noPerson = "nobody";

export function readLastRun(): LastRun {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<LastRun> | null;
    return { person: value?.person ?? noPerson, ran: value?.ran ?? {} };
  } catch {
    return { person: noPerson, ran: {} };
  }
}

export function keepLastRun(last: LastRun): void {
  try {
    if (Object.keys(last.ran).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(last));
  } catch {
    // Where nothing can be stored here, the scripts cannot store anything either.
  }
}
