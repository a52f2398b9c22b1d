export type Hidden = ReadonlySet<string>;

/** Shows one series alone; all again when it was alone already. */
export function isolate(ids: readonly string[], hidden: Hidden, id: string): Hidden {
  const alone = ids.every((other) => hidden.has(other) !== (other === id));
  return alone ? new Set() : new Set(ids.filter((other) => other !== id));
}

export function toggle(hidden: Hidden, id: string): Hidden {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function isAlone(ids: readonly string[], hidden: Hidden, id: string): boolean {
  return ids.length > 1 && ids.every((other) => hidden.has(other) !== (other === id));
}
