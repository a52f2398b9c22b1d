const kinds = ["tag_manager", "chat", "recording", "forms", "visitors", "flags"] as const;

export type ScriptKind = (typeof kinds)[number];

/** A third-party script that the installation enabled. */
export type ThirdPartyScript = {
  kind: ScriptKind;
  src: string;
  /** The account of the installation with that service. */
  id: string;
  /** How the names begin of what it keeps in the browser, beyond what is known of its kind. */
  names: readonly string[];
};

/** The complete scripts of the gateway's configuration; incomplete entries are left out. */
export function readScripts(value: unknown): ThirdPartyScript[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: Partial<Record<keyof ThirdPartyScript, unknown>> | null) => {
    const kind = kinds.find((known) => known === one?.kind);
    const { src, id, names } = one ?? {};
    if (!kind || typeof src !== "string" || typeof id !== "string") return [];
    if (!/^https?:\/\//.test(src)) return [];
    const words = Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
    return [{ kind, src, id, names: words }];
  });
}
