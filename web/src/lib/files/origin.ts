/** The provenance of figures that a file states. */
export type Origin = {
  sources?: readonly string[];
  licence?: string;
  /** Texts that must be shown beside the figures. */
  attribution?: readonly string[];
  /** The instant of knowledge. */
  asOf?: string;
  /** The versions of how they were worked out. */
  method?: string;
  /** Whether a licence does not allow the figures in files. */
  isRestricted?: boolean;
};

/** Each text once, in order. */
export const apart = (texts: readonly string[]) => [...new Set(texts)].toSorted();

/** The provenance of figures whose records each name a source and a licence. */
export function recordedOrigin(
  records: ReadonlyArray<{ source: string; licence: string; is_redistributable?: boolean }>,
): Origin {
  const licences = apart(records.map(({ licence }) => licence));
  return {
    ...(records.some((record) => record.is_redistributable === false) && { isRestricted: true }),
    sources: apart(records.map(({ source }) => source)),
    ...(licences.length > 0 && { licence: licences.join("; ") }),
  };
}

const unknown: Origin = { sources: ["not available: the service did not respond"] };

/** Without an answer the figures are saved all the same, and say so. */
export async function resolveOrigin(
  origin: Origin | (() => Promise<Origin>) | undefined,
): Promise<Origin> {
  return typeof origin === "function" ? origin().catch(() => unknown) : (origin ?? {});
}

/** The provenance as lines above the values of a file. */
export function originLines({ sources, licence, attribution, method, asOf }: Origin): string[] {
  return [
    ...(sources ?? []).map((source) => `Source: ${source}`),
    ...(licence ? [`Licence: ${licence}`] : []),
    ...(attribution ?? []).map((words) => `Attribution: ${words}`),
    ...(method ? [`Method: ${method}`] : []),
    ...(asOf ? [`As of: ${asOf}`] : []),
  ];
}

/** The provenance as columns of a file, with the names of the server's files. */
export function originCells({ sources, licence, attribution, method, asOf }: Origin) {
  const joined = (texts: readonly string[] = []) => (texts.length > 0 ? texts.join("; ") : null);
  return {
    load_sources: joined(sources),
    licence: licence ?? null,
    attribution: joined(attribution),
    method_version: method ?? null,
    as_of: asOf ?? null,
  };
}
