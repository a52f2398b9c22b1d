export type Hidden = ReadonlySet<string>;

/** Shows one series alone, or all series if it is shown alone already. */
export function isolate(ids: readonly string[], hidden: Hidden, id: string): Hidden {
  const alone = ids.every((other) => hidden.has(other) !== (other === id));
  return alone ? new Set() : new Set(ids.filter((other) => other !== id));
}

export function toggle(hidden: Hidden, id: string): Hidden {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * The hidden series, as the text says it: names of those shown alone, or, each with a minus, of those hidden. A name
 * that no series has counts for nothing.
 */
export function readHidden(text: string, ids: readonly string[]): Hidden {
  const names = new Set(text.split(","));
  const alone = ids.filter((id) => names.has(id));
  return new Set(
    ids.filter((id) => (alone.length > 0 ? !alone.includes(id) : names.has(`-${id}`))),
  );
}

/** The shorter way to say it; nothing where all are shown. */
export function writeHidden(ids: readonly string[], hidden: Hidden): string {
  const off = ids.filter((id) => hidden.has(id));
  const on = ids.filter((id) => !hidden.has(id));
  const isShorter = on.length > 0 && on.length <= off.length;
  return (isShorter ? on : off.map((id) => `-${id}`)).join(",");
}

export function isAlone(ids: readonly string[], hidden: Hidden, id: string): boolean {
  return ids.length > 1 && ids.every((other) => hidden.has(other) !== (other === id));
}
